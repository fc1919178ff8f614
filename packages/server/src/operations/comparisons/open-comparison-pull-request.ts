import { openComparisonPullRequest } from '@assay/schema/api';
import { openPullRequest } from '../../comparisons/open-pull-request.ts';
import { handleInSteps } from '../../http/handle.ts';

export const openComparisonPullRequestHandler = handleInSteps(
  openComparisonPullRequest,
  ({ params: { comparison_id }, caller: { organization_id, actor }, services, commit }) =>
    openPullRequest(services, {
      organization_id,
      comparison_id,
      actor,
      keep: (write) => commit(write, (summary) => summary),
    }),
);
