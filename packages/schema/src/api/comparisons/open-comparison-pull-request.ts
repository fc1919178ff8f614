import { defineOperation } from '../operation.ts';
import { ComparisonSummary, comparisonParams, exampleComparison } from './comparison-summary.ts';

const pull_request = { url: 'https://github.com/example/agents/pull/7', state: 'open' };

export const openComparisonPullRequest = defineOperation({
  id: 'open_comparison_pull_request',
  method: 'post',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Open the pull request of a comparison, if nothing stands in the way',
  description:
    'What `assay promote --yes` does, in the repository that the server was started in and with its credentials. Where anything stands in the way, nothing is done, and a `conflict` names all of it. A pull request that is known of already is the answer.',
  scope: 'admin',
  params: comparisonParams,
  status: 200,
  answer: ComparisonSummary,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    answer: { ...exampleComparison, pull_request },
  },
});
