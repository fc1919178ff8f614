import { createComparison } from '@assay/schema/api';
import { compareStoredRuns } from '../../comparisons/compare-stored-runs.ts';
import { handleInSteps } from '../../http/handle.ts';

export const createComparisonHandler = handleInSteps(
  createComparison,
  async ({ body, caller, request: { signal }, services: { store, now }, commit }) => {
    const { organization_id } = caller;
    const { workspace_id } = body;
    const comparison = await compareStoredRuns(store, { organization_id, now, signal, ...body });
    return await commit(async ({ store: { comparisons } }) => {
      await comparisons.keep(organization_id, { workspace_id, comparison });
      return { ...comparison, workspace_id, pull_request: null };
    });
  },
);
