import { exampleStoredComparison } from '../examples/example-comparison.ts';
import { defineOperation } from '../operation.ts';
import { comparisonParams, StoredComparison } from './comparison-summary.ts';

export const getComparison = defineOperation({
  id: 'get_comparison',
  method: 'get',
  path: '/v1/comparisons/{comparison_id}',
  tag: 'Comparisons',
  summary: 'Read a comparison with all its data',
  scope: 'read',
  shared: ['comparison'],
  params: comparisonParams,
  status: 200,
  answer: StoredComparison,
  example: { params: { comparison_id: exampleStoredComparison.comparison_id }, answer: exampleStoredComparison },
});
