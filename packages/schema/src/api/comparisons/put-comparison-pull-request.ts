import { defineOperation } from '../operation.ts';
import { ComparisonPullRequest, ComparisonSummary, comparisonParams, exampleComparison } from './comparison-summary.ts';

const example = { url: 'https://github.com/example/agents/pull/7', state: 'open' };

export const putComparisonPullRequest = defineOperation({
  id: 'put_comparison_pull_request',
  method: 'put',
  path: '/v1/comparisons/{comparison_id}/pull-request',
  tag: 'Comparisons',
  summary: 'Link a pull request to a comparison and set its state',
  scope: 'write',
  params: comparisonParams,
  body: ComparisonPullRequest,
  status: 200,
  answer: ComparisonSummary,
  example: {
    params: { comparison_id: exampleComparison.comparison_id },
    body: example,
    answer: { ...exampleComparison, pull_request: example },
  },
});
