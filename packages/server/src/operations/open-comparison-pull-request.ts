import { openComparisonPullRequest } from '@assay/schema/api';
import { openPullRequest } from '../comparisons/open-pull-request.ts';
import { handle } from '../http/handle.ts';

export const openComparisonPullRequestHandler = handle(
  openComparisonPullRequest,
  ({ params: { comparison_id }, caller: { organization_id, actor }, services }) =>
    openPullRequest(services, { organization_id, comparison_id, actor }),
);
