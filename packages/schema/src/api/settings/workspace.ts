import { z } from 'zod';
import { ModelPrices } from '../../transcripts/model-prices.ts';
import { WorkspaceId } from '../../values/ids.ts';
import { Count, Instant, UsdMicros } from '../../values/units.ts';

/** A display name. */
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'expected a name on one line, without control characters')
  .refine((text) => text.isWellFormed(), { error: 'expected valid Unicode text, found half of a character' })
  .meta({ description: 'One line of up to 100 characters.' });

const weight = z.number().positive().max(100);
const sumOf = (weights: Readonly<Record<string, number>>): number =>
  Object.values(weights).reduce((sum, one) => sum + one, 0);

/** Weight of each scorecard axis, instead of the formula's own. */
export const ScorecardWeights = z
  .strictObject({ completion: weight, error_rate: weight, latency: weight, resource_efficiency: weight })
  .refine((weights) => Math.abs(sumOf(weights) - 100) < 1e-9, {
    error: 'expected four weights that add up to 100',
  })
  .meta({
    id: 'ScorecardWeights',
    description: 'Weight of each axis. All four are required, above 0, and add up to 100.',
  });

const asked = {
  model: z.string().min(1).max(200).optional(),
  samples: z.int().min(1).max(10).optional(),
};

/**
 * The judge of a workspace. Callers cannot set a program, file, URL or environment variable, because these belong to
 * the server machine.
 */
export const WorkspaceJudge = z
  .discriminatedUnion('use', [
    z.strictObject({ use: z.literal('anthropic'), ...asked }),
    z.strictObject({ use: z.literal('openai'), ...asked }),
    z.strictObject({ use: z.literal('heuristic') }),
    z.strictObject({ use: z.literal('none') }),
  ])
  .meta({ id: 'WorkspaceJudge', description: 'A service with its model, the built-in rules only, or no judge.' });
export type WorkspaceJudge = z.infer<typeof WorkspaceJudge>;

/** Workspace settings besides the name. */
export const workspaceSettings = {
  weights: ScorecardWeights.nullable().meta({ description: 'Scorecard weights; null: those of the formula.' }),
  judge: WorkspaceJudge.nullable().meta({ description: 'Null: the judge the server was started with.' }),
  prices: ModelPrices.nullable().meta({
    description: 'Model prices for runs that start from now on; null: the built-in prices.',
  }),
  evidence_retention_days: Count.min(1)
    .max(3_650)
    .nullable()
    .meta({ description: 'Evidence is deleted this many days after a run ends; null: never. Scores always stay.' }),
  concurrency_limit: Count.min(1)
    .max(1_000)
    .nullable()
    .meta({ description: 'Maximum concurrent runs of the workspace over all workers; null: no limit.' }),
  share_links: z.boolean().meta({
    description: 'Whether people with a link can see shared runs, comparisons and matrices. Off: no link works.',
  }),
  budget_usd_micros: UsdMicros.min(1).nullable().meta({
    description:
      'What runs may cost per month, in UTC; null: no budget. `budget.reached` is sent at 80 % and 100 %; runs are not stopped.',
  }),
};

/** A group of runs with its settings. */
export const Workspace = z
  .object({
    workspace_id: WorkspaceId,
    name: z.string(),
    ...workspaceSettings,
    // as stored: other formula versions may accept other weights
    weights: z.record(z.string(), z.number()).nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Workspace', description: 'A group of runs with its settings and its latency baseline.' });
export type Workspace = z.infer<typeof Workspace>;

export const workspaceParams = z.object({ workspace_id: WorkspaceId });

/** Example for the API reference. */
export const exampleWorkspace = {
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  name: 'main',
  weights: null,
  judge: { use: 'anthropic', model: 'claude-sonnet-4-6' },
  prices: [{ model: 'claude-sonnet-*', input: 2.4, cached_input: 0.24, cache_write: 3, output: 12 }],
  evidence_retention_days: 90,
  concurrency_limit: 4,
  share_links: false,
  budget_usd_micros: 200_000_000,
  created_at: '2026-11-15T12:00:00.000Z',
};
