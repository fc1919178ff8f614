import { z } from 'zod';
import { Count, Instant } from './units.ts';

/** What a command is doing at this moment, for whoever looks on from elsewhere. */
export const Activity = z
  .object({
    activity_id: z.string(),
    command: z.string().meta({ description: 'Such as `assay run`.' }),
    started_at: Instant,
    updated_at: Instant,
    proving: z
      .object({ scenario: z.string(), at: Count, of: Count, trials_done: Count, trials: Count })
      .nullable()
      .meta({ description: 'The scenario being proven, which of how many it is, and how many trials are done.' }),
    running: z.array(
      z.object({ scenario: z.string(), agent: z.string(), repeat: Count, step: z.string(), started_at: Instant }),
    ),
    runs_done: Count,
    runs: Count.meta({ description: 'Runs planned, with those already done.' }),
  })
  .meta({ id: 'Activity', description: 'A command that proves scenarios or makes runs right now.' });
export type Activity = z.infer<typeof Activity>;
