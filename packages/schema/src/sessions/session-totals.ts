import { z } from 'zod';
import { Count, DurationMs } from '../values/units.ts';

export const SessionTotals = z
  .object({
    by: z.enum(['week', 'agent', 'model', 'project']),
    key: z.string(),
    sessions: Count,
    verified: Count,
    red: Count,
    corrections: Count,
    /** Over the sessions with a known cost; null without any. */
    cost_usd: z.number().min(0).nullable(),
    wasted_usd: z.number().min(0).nullable(),
    wall_ms: DurationMs.nullable(),
  })
  .meta({ id: 'SessionTotals', description: 'The totals of the sessions of one week, agent, model or project.' });
export type SessionTotals = z.infer<typeof SessionTotals>;
