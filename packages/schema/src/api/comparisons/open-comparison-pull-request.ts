import { defineOperation } from '../operation.ts';
import { ComparisonSummary, comparisonParams, exampleComparison } from './comparison-summary.ts';

const pull_request = { url: 'https://github.com/example/agents/pull/7', state: 'open' };

export const openComparisonPullRequest = defineOperation({
  id: 'open_comparison_pull_request',
  method: 'post',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Open the pull request of a comparison if nothing blocks it',
  description:
    'Same as `assay promote --yes`, in the repository the server was started in and with its credentials. If anything blocks it, nothing is done and a `conflict` lists every blocker. An existing pull request is returned as is.',
  scope: 'admin',
  params: comparisonParams,
  status: 200,
  answer: ComparisonSummary,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    answer: { ...exampleComparison, pull_request },
  },
});
