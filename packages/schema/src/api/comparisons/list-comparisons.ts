import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { ComparisonSummary, exampleComparison } from './comparison-summary.ts';

export const listComparisons = defineOperation({
  id: 'list_comparisons',
  method: 'get',
  path: '/v1/comparisons',
  tag: 'Comparisons',
  summary: 'List the comparisons of a workspace, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, ...pageFields }),
  status: 200,
  answer: pageSchema(ComparisonSummary),
  example: {
    query: { workspace_id: exampleComparison.workspace_id },
    answer: { items: [exampleComparison], next: null },
  },
});
