import { z } from 'zod';
import { provenance } from './score.ts';
import { Count, Interval, Ratio } from './units.ts';

const DAY_MS = 86_400_000;

/** How many of an agent's newest evaluations its reputation is made of. */
export const REPUTATION_WINDOW = 500 as const;
/** Evaluations an agent needs before others see its score and it has a rank. */
export const CALIBRATED_EVALUATIONS = 50;

/** How long the evaluated thing took. */
export const LatencyMs = z.number().min(0).max(DAY_MS);
/** What a latency is measured against; at least one microsecond. */
export const LatencyRefMs = z.number().min(0.001).max(DAY_MS);

/** What reputation needs to know of an evaluation. */
export const Counted = z
  .strictObject({
    passed: z.boolean(),
    latency_ms: LatencyMs.nullish(),
    latency_ref_ms: LatencyRefMs.nullish(),
    /** Infrastructure failed or the judge could not be read: kept, shown, not counted. */
    errored: z.boolean().optional(),
  })
  .meta({ id: 'Counted', description: 'One pass or fail, how long it took, and what that is measured against.' });
export type Counted = z.infer<typeof Counted>;

export const ReputationInput = z
  .strictObject({ evaluations: z.array(Counted) })
  .meta({ id: 'ReputationInput', description: 'The evaluations of an agent, oldest first.' });
export type ReputationInput = z.infer<typeof ReputationInput>;

/** Sum of the latencies measured against one reference, in whole microseconds. */
export const LatencySum = z.strictObject({ ref_us: z.int().min(1), sum_us: Count, count: z.int().min(1) });
export type LatencySum = z.infer<typeof LatencySum>;

/** The aggregates of a window: all that the score is made of, and all that one more evaluation has to touch. */
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
  .meta({ id: 'Lifecycle', description: 'By evaluations ever counted: 0, 1–49, 50–499, 500 and more.' });
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
  .meta({ id: 'Reputation', description: 'Standing of an agent over its last 500 evaluations, 0–1000.' });
export type Reputation = z.infer<typeof Reputation>;
