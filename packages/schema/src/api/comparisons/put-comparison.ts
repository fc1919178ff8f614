import { z } from 'zod';
import { Comparison } from '../../comparisons/comparison.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { exampleStoredComparison } from '../examples/example-comparison.ts';
import { defineOperation } from '../operation.ts';
import { comparisonParams, StoredComparison } from './comparison-summary.ts';

const { workspace_id, pull_request: _, ...comparison } = exampleStoredComparison;

export const putComparison = defineOperation({
  id: 'put_comparison',
  method: 'put',
  path: '/v1/comparisons/{comparison_id}',
  tag: 'Comparisons',
  summary: 'Store a comparison that was made on another machine',
  description:
    'The server computes the verdict again from the `input` of the comparison and rejects any other. A comparison is stored once: the same content is answered with 200, other content with `conflict`.',
  scope: 'write',
  params: comparisonParams,
  body: z.strictObject({ workspace_id: WorkspaceId.optional(), comparison: Comparison }),
  max_body_bytes: 4 * 1024 * 1024,
  status: 201,
  answer: StoredComparison,
  example: {
    params: { comparison_id: comparison.comparison_id },
    body: { workspace_id, comparison },
    answer: exampleStoredComparison,
  },
});
