import { z } from 'zod';
import { Comparison, VerdictWord } from '../../comparisons/comparison.ts';
import { ComparisonId, WorkspaceId } from '../../values/ids.ts';
import { Instant } from '../../values/units.ts';

/** The pull request opened for a comparison, as reported by whoever opened it. */
export const ComparisonPullRequest = z
  .strictObject({
    url: z.url({ protocol: /^https?$/ }).max(2_000),
    state: z.enum(['open', 'merged', 'closed']),
  })
  .meta({ id: 'ComparisonPullRequest', description: 'The pull request opened for a comparison.' });
export type ComparisonPullRequest = z.infer<typeof ComparisonPullRequest>;

/** The answer of a comparison in one sentence. Computed wherever a comparison is shown, never stored. */
export const Headline = z
  .object({
    answer: z.enum(['better', 'worse', 'likely worse', 'mixed', 'same', "can't tell"]),
    tone: z.enum(['good', 'bad', 'warn', 'muted']),
    text: z.string(),
  })
  .meta({
    id: 'Headline',
    description: 'The answer of a comparison in one sentence. The text may name sides and tasks.',
  });
export type Headline = z.infer<typeof Headline>;

/** A comparison as lists show it. */
export const ComparisonSummary = z
  .object({
    comparison_id: ComparisonId,
    workspace_id: WorkspaceId,
    baseline: z.string().meta({ description: 'Name of the baseline.' }),
    candidate: z.string(),
    verdict: VerdictWord,
    headline: Headline,
    pull_request: ComparisonPullRequest.nullable(),
    created_at: Instant,
  })
  .meta({ id: 'ComparisonSummary', description: 'A comparison as lists show it.' });
export type ComparisonSummary = z.infer<typeof ComparisonSummary>;

/** A comparison with its workspace and its pull request. */
export const StoredComparison = Comparison.extend({
  workspace_id: WorkspaceId,
  pull_request: ComparisonPullRequest.nullable(),
}).meta({ id: 'StoredComparison', description: 'Two configurations, their runs, the verdict and the pull request.' });
export type StoredComparison = z.infer<typeof StoredComparison>;

export const comparisonParams = z.object({ comparison_id: ComparisonId });

/** Example for the API reference. */
export const exampleComparison = {
  comparison_id: 'cmp_01m7ew0rvjraj0vfggyenb7x96',
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  baseline: 'main',
  candidate: 'shorter-instructions',
  verdict: 'neutral',
  headline: { answer: 'same', tone: 'muted', text: 'No difference of 5 points or more' },
  pull_request: null,
  created_at: '2026-11-15T12:00:00.000Z',
};
