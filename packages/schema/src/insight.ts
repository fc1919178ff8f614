import { z } from 'zod';
import { DurationMs, UsdMicros } from './units.ts';

/** Why a dimension of the AXIS result is low, in words, with what that cost and where to look. */
export const Insight = z
  .object({
    dimension: z.enum(['goal_achievement', 'environment', 'service', 'agent']),
    /** The signal that lost the points. */
    signal: z.string(),
    message: z.string(),
    /** Of the AXIS result. */
    points: z.number().min(0),
    /** How long the interactions named here took together; null where that is not known. */
    time_ms: DurationMs.nullable(),
    /** An estimate: the share of these interactions in all text, of the cost of the run; null without a cost. */
    cost_usd_micros: UsdMicros.nullable(),
    /** Interactions, or checks of the rubric such as `goal.checks[0]`. */
    refs: z.array(z.string()),
    /** Entries of the transcript. */
    entry_ids: z.array(z.string()),
  })
  .meta({ id: 'Insight', description: 'A cause of a low dimension in words, with its cost and where to look.' });
export type Insight = z.infer<typeof Insight>;
