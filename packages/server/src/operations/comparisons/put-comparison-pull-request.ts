import { putComparisonPullRequest } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const putComparisonPullRequestHandler = handle(
  putComparisonPullRequest,
  async ({ params: { comparison_id }, body: pull_request, caller, services: { store } }) =>
    requireFound(
      await store.comparisons.putPullRequest(caller.organization_id, { comparison_id, pull_request }),
      comparison_id,
    ),
);
