import { z } from 'zod';
import { DurationMs, UsdMicros } from '../values/units.ts';

/** Why a dimension of the AXIS result is low, in words, with its cost and references. */
export const Insight = z
  .object({
    dimension: z.enum(['goal_achievement', 'environment', 'service', 'agent']),
    /** The signal that lost the points. */
    signal: z.string(),
    message: z.string(),
    /** Points lost of the AXIS result. */
    points: z.number().min(0),
    /** Total duration of the referenced interactions; null if unknown. */
    time_ms: DurationMs.nullable(),
    /** Estimate: cost of the run times the share of these interactions in all text; null without a cost. */
    cost_usd_micros: UsdMicros.nullable(),
    /** Ids of interactions, or rubric checks such as `goal.checks[0]`. */
    refs: z.array(z.string()),
    /** Ids of transcript entries. */
    entry_ids: z.array(z.string()),
  })
  .meta({ id: 'Insight', description: 'Why a dimension is low, with its cost and references.' });
export type Insight = z.infer<typeof Insight>;
