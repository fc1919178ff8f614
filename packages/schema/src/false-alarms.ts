import { z } from 'zod';
import { ConfigurationRef } from './configuration.ts';
import { Count, Digest, Instant, Interval, Ratio } from './units.ts';

const alarm = z.object({
  trials: Count,
  rate: Ratio,
  interval: Interval,
  /** What it may be at most. */
  allowed: Ratio,
});

/** What comparing a configuration with itself came to: how often this suite sees a difference where there is none. */
export const FalseAlarms = z
  .object({
    measured_at: Instant,
    /** Of the tasks and agents: another suite has other rates. */
    suite_digest: Digest,
    agents: z.array(z.string()),
    configuration: ConfigurationRef.nullable(),
    /** Runs per task and side of each trial. */
    repeat: Count,
    runs: Count,
    trials: Count,
    seed: z.string(),
    improved: alarm,
    regressed: alarm,
    /** How often the comparison could not have shown an effect of the size that matters. */
    underpowered: Ratio,
    /** Runs per task and side that would show it; the median over the trials, null where none asks for more. */
    runs_needed: Count.nullable(),
    /** Whether both rates are as low as they have to be, as far as so many trials can tell. */
    holds: z.boolean(),
    run_ids: z.array(z.string()),
    spent_usd: z.number().min(0).nullable(),
  })
  .meta({ id: 'FalseAlarms', description: 'The false-alarm rates of a suite, measured by comparing like with like.' });
export type FalseAlarms = z.infer<typeof FalseAlarms>;
