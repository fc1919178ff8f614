import { z } from 'zod';
import { WorkspaceId } from '../../ids.ts';
import { ModelPrices } from '../../model-prices.ts';
import { Count, Instant } from '../../units.ts';

/** A name that people give and read. */
export const DisplayName = z
  .string()
  .trim()
  .min(1)
  .max(100)
  .regex(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]*$/u, 'expected a name in one line, without control characters')
  .refine((text) => text.isWellFormed(), { error: 'expected whole characters' })
  .meta({ description: 'One line of at most 100 characters.' });

const weight = z.number().positive().max(100);
const sumOf = (weights: Readonly<Record<string, number>>): number =>
  Object.values(weights).reduce((sum, one) => sum + one, 0);

/** What each axis of the scorecard counts for, in place of the formula's own. */
export const ScorecardWeights = z
  .strictObject({ completion: weight, error_rate: weight, latency: weight, resource_efficiency: weight })
  .refine((weights) => Math.abs(sumOf(weights) - 100) < 1e-9, {
    error: 'expected four weights that sum to 100',
  })
  .meta({
    id: 'ScorecardWeights',
    description: 'The share of each axis; all four are given, above 0, and sum to 100.',
  });

const asked = {
  model: z.string().min(1).max(200).optional(),
  samples: z.int().min(1).max(10).optional(),
};

/**
 * Who judges the runs of a workspace. Only what is safe to let a caller choose: never a program, a file, an address or
 * a variable of the machine that the server runs on.
 */
export const WorkspaceJudge = z
  .discriminatedUnion('use', [
    z.strictObject({ use: z.literal('anthropic'), ...asked }),
    z.strictObject({ use: z.literal('openai'), ...asked }),
    z.strictObject({ use: z.literal('heuristic') }),
    z.strictObject({ use: z.literal('none') }),
  ])
  .meta({ id: 'WorkspaceJudge', description: 'A service with its model, rules alone, or nobody.' });
export type WorkspaceJudge = z.infer<typeof WorkspaceJudge>;

/** What can be set of a workspace, besides its name. */
export const workspaceSettings = {
  weights: ScorecardWeights.nullable().meta({ description: 'Of the scorecard; null for those of the formula.' }),
  judge: WorkspaceJudge.nullable().meta({ description: 'Null: as the server was started.' }),
  prices: ModelPrices.nullable().meta({
    description: 'What models cost, for runs that begin from then on; null for what Assay brings along.',
  }),
  evidence_retention_days: Count.min(1)
    .max(3_650)
    .nullable()
    .meta({ description: 'Evidence of runs is removed this long after they end; null keeps it. Scores always stay.' }),
  concurrency_limit: Count.min(1)
    .max(1_000)
    .nullable()
    .meta({ description: 'How many of its runs may be executed at once, on all workers; null for no limit.' }),
};

/** Where runs live. */
export const Workspace = z
  .object({
    workspace_id: WorkspaceId,
    name: z.string(),
    ...workspaceSettings,
    // as it was kept: what formulas of other versions take is theirs to say
    weights: z.record(z.string(), z.number()).nullable(),
    created_at: Instant,
  })
  .meta({ id: 'Workspace', description: 'Where runs live; the latency baseline of a run is that of its workspace.' });
export type Workspace = z.infer<typeof Workspace>;

export const workspaceParams = z.object({ workspace_id: WorkspaceId });

/** As the reference shows one. */
export const exampleWorkspace = {
  workspace_id: 'wsp_01m7ew0rvjraj0vfggyenb7x96',
  name: 'main',
  weights: null,
  judge: { use: 'anthropic', model: 'claude-sonnet-4-6' },
  prices: [{ model: 'claude-sonnet-*', input: 2.4, cached_input: 0.24, cache_write: 3, output: 12 }],
  evidence_retention_days: 90,
  concurrency_limit: 4,
  created_at: '2026-11-15T12:00:00.000Z',
};
