import { z } from 'zod';
import { ConfigurationRef } from '../runs/configuration.ts';
import { Count, Digest, Instant, Interval, Ratio } from '../values/units.ts';

const alarm = z.object({
  trials: Count,
  rate: Ratio,
  interval: Interval,
  /** Maximum allowed rate. */
  allowed: Ratio,
});

/** Result of comparing a configuration with itself: how often the suite reports a difference that does not exist. */
export const FalseAlarms = z
  .object({
    measured_at: Instant,
    /** Digest of the tasks and agents: the rates hold for this suite only. */
    suite_digest: Digest,
    agents: z.array(z.string()),
    configuration: ConfigurationRef.nullable(),
    /** Runs per task and side in each trial. */
    repeat: Count,
    runs: Count,
    trials: Count,
    seed: z.string(),
    improved: alarm,
    regressed: alarm,
    /** Share of trials that could not have shown an effect of relevant size. */
    underpowered: Ratio,
    /** Runs per task and side needed to show it: median over the trials; null if none needs more. */
    runs_needed: Count.nullable(),
    /** Whether both rates are within their limits, as far as this number of trials can show. */
    holds: z.boolean(),
    run_ids: z.array(z.string()),
    spent_usd: z.number().min(0).nullable(),
  })
  .meta({
    id: 'FalseAlarms',
    description: 'The false-alarm rates of a suite, measured by comparing a configuration with itself.',
  });
export type FalseAlarms = z.infer<typeof FalseAlarms>;
