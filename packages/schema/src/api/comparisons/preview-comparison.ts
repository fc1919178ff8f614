import { z } from 'zod';
import { Comparison } from '../../comparisons/comparison.ts';
import { exampleStoredComparison } from '../examples/example-comparison.ts';
import { defineOperation } from '../operation.ts';
import { columnsField } from '../runs/get-run-matrix.ts';
import { runFilterFields } from '../runs/run-filter.ts';

const Column = z.string().min(1).max(200);

/** A comparison that was computed and not stored. */
export const ComparisonPreview = Comparison.omit({ comparison_id: true })
  .extend({
    excluded_scenarios: z
      .array(z.object({ scenario: z.string(), reason: z.string() }))
      .meta({ description: 'Scenarios that cannot be compared, and why; with the agent, if a side has several.' }),
    partial: z.boolean().meta({ description: 'Whether runs were left out: older ones, or without evidence.' }),
  })
  .meta({ id: 'ComparisonPreview', description: 'Two columns of the matrix, their newest runs, and the verdict.' });
export type ComparisonPreview = z.infer<typeof ComparisonPreview>;

const { comparison_id: _, workspace_id, pull_request: __, ...comparison } = exampleStoredComparison;

export const previewComparison = defineOperation({
  id: 'preview_comparison',
  method: 'get',
  path: '/v1/comparisons/preview',
  tag: 'Comparisons',
  summary: 'Compare two agents or labels without storing the result',
  description:
    'Computes the verdict with the code of `assay compare`, from the newest runs of the scenarios that both have run under the same conditions, as many on one side as on the other. Reads up to 20 runs per scenario and side, and up to 100 per side. The filters are those of the matrix.',
  scope: 'read',
  shared: ['matrix'],
  query: z.strictObject({ ...runFilterFields, ...columnsField, baseline: Column, candidate: Column }),
  status: 200,
  answer: ComparisonPreview,
  example: {
    query: { workspace_id, columns: 'label', baseline: 'main', candidate: 'shorter-instructions' },
    answer: { ...comparison, excluded_scenarios: [], partial: false },
  },
});
