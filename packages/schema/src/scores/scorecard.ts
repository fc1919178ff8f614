import { z } from 'zod';
import { Outcome, Resources, Stage } from '../runs/run.ts';
import { RunId } from '../values/ids.ts';
import { provenance } from '../values/score.ts';
import { Count, DurationMs, Points100 } from '../values/units.ts';

/** Typical duration: the median of the last 20 completed runs of a workspace. */
export const LatencyBaseline = z
  .strictObject({ p50_ms: z.number(), sample_count: Count })
  .meta({ id: 'LatencyBaseline', description: 'Median wall time of the last 20 COMPLETED runs of the workspace.' });
export type LatencyBaseline = z.infer<typeof LatencyBaseline>;

export const LatencyScope = z.enum(['workspace', 'scenario']).meta({
  id: 'LatencyScope',
  description: 'Completed runs that form the baseline: all of the workspace, or those of the same scenario.',
});
export type LatencyScope = z.infer<typeof LatencyScope>;

/** The baseline of a run, chosen once, with the runs behind it. */
export const ChosenBaseline = LatencyBaseline.extend({ scope: LatencyScope, run_ids: z.array(RunId) }).meta({
  id: 'ChosenBaseline',
  description: 'The duration a run is compared with, and the runs behind it.',
});
export type ChosenBaseline = z.infer<typeof ChosenBaseline>;

export const ScorecardInput = z
  .strictObject({
    outcome: Outcome,
    stages: z.array(Stage).nullish(),
    wall_ms: DurationMs.nullish(),
    baseline: LatencyBaseline.nullish(),
    resources: Resources.nullish(),
    /** Checked by the formula. Invalid weights fall back to its own and are reported, so they never fail a run. */
    weights: z.unknown().optional(),
  })
  .meta({ id: 'ScorecardInput', description: 'Outcome, stages, duration and resources of a run.' });
export type ScorecardInput = z.infer<typeof ScorecardInput>;

export const Tier = z.enum(['Bronze', 'Silver', 'Gold', 'Elite', 'Unranked']).meta({
  id: 'Tier',
  description: 'Bronze 0–39, Silver 40–69, Gold 70–89, Elite 90–100; Unranked without a score.',
});
export type Tier = z.infer<typeof Tier>;

export const ScorecardAxes = z
  .object({ completion: Points100, error_rate: Points100, latency: Points100, resource_efficiency: Points100 })
  .meta({ id: 'ScorecardAxes', description: 'The four axes of a scorecard, each 0–100.' });
export type ScorecardAxes = z.infer<typeof ScorecardAxes>;

export const Scorecard = z
  .object({
    score: Points100,
    tier: Tier,
    axes: ScorecardAxes,
    weights: z.record(z.string(), z.number()),
    ...provenance,
  })
  .meta({ id: 'Scorecard', description: 'How well a run went, 0–100, with its tier and axes.' });
export type Scorecard = z.infer<typeof Scorecard>;

/** A scorecard as published per run. */
export const RunScore = z
  .object({ run_id: RunId, score: Points100, tier: Tier, formula_version: z.string(), axes: ScorecardAxes })
  .meta({ id: 'RunScore', description: 'The scorecard of a run, as `GET /v1/runs/{run_id}/score` answers it.' });
export type RunScore = z.infer<typeof RunScore>;

/** A scorecard, or the reason why there is none. */
export const PublishedScore = z
  .union([
    RunScore,
    z.object({
      run_id: RunId,
      score: z.null(),
      tier: z.literal('Unranked'),
      formula_version: z.string(),
      axes: z.null(),
      reason: z.string(),
    }),
  ])
  .meta({ id: 'PublishedScore', description: 'The scorecard of a run, or why it has none.' });
export type PublishedScore = z.infer<typeof PublishedScore>;
