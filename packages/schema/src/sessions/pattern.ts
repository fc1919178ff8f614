import { z } from 'zod';
import { Count, DurationMs } from '../values/units.ts';

export const PatternKind = z
  .enum(['failing_command', 'error', 'missing_tool', 'looked_for', 'correction', 'forgotten_check'])
  .meta({ id: 'PatternKind', description: 'What recurs over sessions.' });
export type PatternKind = z.infer<typeof PatternKind>;

/** Something in one session that may recur in others. */
export const Occurrence = z
  .object({
    kind: PatternKind,
    /** Equal for occurrences of one pattern: the text without paths, numbers and ids. */
    key: z.string(),
    text: z.string(),
    ref: z.string().nullable(),
    cost_usd: z.number().min(0).nullable(),
    wall_ms: DurationMs.nullable(),
  })
  .meta({ id: 'Occurrence', description: 'Something in a session that may recur in others, with its cost.' });
export type Occurrence = z.infer<typeof Occurrence>;

export const Pattern = z
  .object({
    /** Stays the same while the pattern is found. */
    id: z.string(),
    kind: PatternKind,
    title: z.string(),
    advice: z.string(),
    occurrences: Count,
    sessions: Count,
    /** Estimated; null if no session has a cost. */
    cost_usd: z.number().min(0).nullable(),
    wall_ms: DurationMs.nullable(),
    first_at: z.string().nullable(),
    last_at: z.string().nullable(),
    /** Share of sessions that show it in the newer half of all sessions, compared with the older half. */
    trend: z.enum(['rising', 'steady', 'falling']),
    examples: z.array(z.object({ source: z.string(), ref: z.string().nullable(), text: z.string() })),
  })
  .meta({ id: 'Pattern', description: 'What recurs over sessions, with its cost, trend and examples.' });
export type Pattern = z.infer<typeof Pattern>;
