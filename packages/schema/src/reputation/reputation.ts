import { z } from 'zod';
import { provenance } from '../values/score.ts';
import { Count, Interval, Ratio } from '../values/units.ts';

const DAY_MS = 86_400_000;

/** How many of an agent's newest evaluations its reputation is made of. */
export const REPUTATION_WINDOW = 500 as const;
/** Evaluations an agent needs before others see its score and it has a rank. */
export const CALIBRATED_EVALUATIONS = 50;

/** Duration of the evaluated call. */
export const LatencyMs = z.number().min(0).max(DAY_MS);
/** Reference for a latency; at least one microsecond. */
export const LatencyRefMs = z.number().min(0.001).max(DAY_MS);

/** The fields of an evaluation that reputation uses. */
export const Counted = z
  .strictObject({
    passed: z.boolean(),
    latency_ms: LatencyMs.nullish(),
    latency_ref_ms: LatencyRefMs.nullish(),
    /** Infrastructure failed or the judge gave no usable answer: stored and shown, but not counted. */
    errored: z.boolean().optional(),
  })
  .meta({ id: 'Counted', description: 'One pass or fail, with its latency and latency reference.' });
export type Counted = z.infer<typeof Counted>;

export const ReputationInput = z
  .strictObject({ evaluations: z.array(Counted) })
  .meta({ id: 'ReputationInput', description: 'The evaluations of an agent, oldest first.' });
export type ReputationInput = z.infer<typeof ReputationInput>;

/** Sum of the latencies measured against one reference, in whole microseconds. */
export const LatencySum = z.strictObject({ ref_us: z.int().min(1), sum_us: Count, count: z.int().min(1) });
export type LatencySum = z.infer<typeof LatencySum>;

/** The aggregates of a window. The score depends on nothing else, and a new evaluation updates only these. */
export const ReputationWindow = z
  .strictObject({
    eval_count: Count,
    n: Count.max(REPUTATION_WINDOW),
    passes: Count.max(REPUTATION_WINDOW),
    streak: Count.max(REPUTATION_WINDOW),
    latencies: z.array(LatencySum),
  })
  .meta({ id: 'ReputationWindow', description: 'Aggregates over the 500 newest countable evaluations.' });
export type ReputationWindow = z.infer<typeof ReputationWindow>;

export const Lifecycle = z
  .enum(['new', 'calibrating', 'active', 'mature'])
  .meta({ id: 'Lifecycle', description: 'By number of counted evaluations: 0, 1–49, 50–499, 500 and more.' });
export type Lifecycle = z.infer<typeof Lifecycle>;

export const Reputation = z
  .object({
    score: z.int().min(0).max(1000),
    lifecycle: Lifecycle,
    eval_count: Count,
    window_size: z.literal(REPUTATION_WINDOW),
    n: Count,
    streak: Count,
    pass_rate: Ratio.nullable(),
    avg_latency_ms: z.number().min(0).nullable(),
    components: z.object({ pass_rate: Ratio, latency_score: Ratio, streak_score: Ratio, volume_score: Ratio }),
    interval: Interval,
    ...provenance,
  })
  .meta({ id: 'Reputation', description: 'Reputation of an agent over its last 500 evaluations, 0–1000.' });
export type Reputation = z.infer<typeof Reputation>;

/** Progress toward a score, such as `37/50`. */
export const CalibrationProgress = z.string().regex(new RegExp(`^\\d+/${CALIBRATED_EVALUATIONS}$`));

/** A reputation as it is shown: nothing that tells a score below 50 evaluations, only the progress. */
export const ShownReputation = Reputation.extend({
  score: Reputation.shape.score.nullable(),
  interval: Reputation.shape.interval.nullable(),
  components: Reputation.shape.components.nullable(),
  /** Null once there is a score. */
  calibration: CalibrationProgress.nullable(),
}).meta({
  id: 'ShownReputation',
  description: 'Reputation of an agent as it is shown: below 50 evaluations only the progress, such as `37/50`.',
});
export type ShownReputation = z.infer<typeof ShownReputation>;
