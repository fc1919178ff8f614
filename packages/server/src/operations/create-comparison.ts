import { createComparison } from '@assay/schema/api';
import { compareStoredRuns } from '../comparisons/compare-stored-runs.ts';
import { handle } from '../http/handle.ts';

export const createComparisonHandler = handle(
  createComparison,
  async ({ body, caller, request: { signal }, services: { store, now } }) => {
    const { organization_id } = caller;
    const { workspace_id } = body;
    const comparison = await compareStoredRuns(store, { organization_id, now, signal, ...body });
    await store.comparisons.keep(organization_id, { workspace_id, comparison });
    return { ...comparison, workspace_id, pull_request: null };
  },
);
