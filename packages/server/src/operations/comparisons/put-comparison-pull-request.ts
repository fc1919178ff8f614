import { putComparisonPullRequest } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { found } from '../found.ts';

export const putComparisonPullRequestHandler = handle(
  putComparisonPullRequest,
  async ({ params: { comparison_id }, body: pull_request, caller, services: { store } }) =>
    found(
      await store.comparisons.putPullRequest(caller.organization_id, { comparison_id, pull_request }),
      comparison_id,
    ),
);
