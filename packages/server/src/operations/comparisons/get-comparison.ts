import { getComparison } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getComparisonHandler = handle(getComparison, async ({ params, caller, services: { store } }) =>
  requireFound(await store.comparisons.find(caller.organization_id, params.comparison_id), params.comparison_id),
);
