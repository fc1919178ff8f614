import { z } from 'zod';
import { Count, Instant } from '../values/units.ts';

/** What a command is doing now, for the dashboard and the API. */
export const Activity = z
  .object({
    activity_id: z.string(),
    command: z.string().meta({ description: 'Such as `assay run`.' }),
    started_at: Instant,
    updated_at: Instant,
    proving: z
      .object({ scenario: z.string(), at: Count, of: Count, trials_done: Count, trials: Count })
      .nullable()
      .meta({ description: 'The scenario being proven, its position, and the number of finished trials.' }),
    running: z.array(
      z.object({ scenario: z.string(), agent: z.string(), repeat: Count, step: z.string(), started_at: Instant }),
    ),
    runs_done: Count,
    runs: Count.meta({ description: 'Planned runs, including finished ones.' }),
  })
  .meta({ id: 'Activity', description: 'A command that is proving scenarios or executing runs.' });
export type Activity = z.infer<typeof Activity>;
