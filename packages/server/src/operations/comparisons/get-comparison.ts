import { getComparison } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { found } from '../found.ts';

export const getComparisonHandler = handle(getComparison, async ({ params, caller, services: { store } }) =>
  found(await store.comparisons.find(caller.organization_id, params.comparison_id), params.comparison_id),
);
