import { getComparisonPullRequest } from '@assay/schema/api';
import { findComparison } from '../../comparisons/find-comparison.ts';
import { planPullRequest } from '../../comparisons/plan-pull-request.ts';
import { handle } from '../../http/handle.ts';

export const getComparisonPullRequestHandler = handle(
  getComparisonPullRequest,
  async ({ params: { comparison_id }, caller: { organization_id }, request: { signal }, services }) => {
    const stored = await findComparison(services.store, organization_id, comparison_id);
    return planPullRequest(services, stored, { organization_id, signal });
  },
);
