import { z } from 'zod';
import { ScorerVerdict } from './gates.ts';
import { Result } from './result.ts';
import { Outcome } from './run.ts';
import { Digest, Instant } from './units.ts';

/** What came of one yardstick on a task. */
export const Trial = z
  .object({
    agent: z.string(),
    outcome: Outcome,
    scorers: ScorerVerdict,
    /** Absent in proofs that were made before runs had one. */
    result: Result.optional(),
    /** Whether it went as it must: the oracle passes, nothing else does. */
    holds: z.boolean(),
    remark: z.string(),
  })
  .meta({ id: 'Trial', description: 'A yardstick tried on a task: the oracle, doing nothing, or a cheat.' });
export type Trial = z.infer<typeof Trial>;

/** Whether a task can be solved, and cannot be passed without: what a grade of it is worth. */
export const Proof = z
  .object({
    task_digest: Digest,
    harness_version: z.string(),
    proved_at: Instant,
    proven: z.boolean(),
    tried: z.boolean().default(true).meta({
      description: 'False when a trial could not be made here, so that nothing is known. It is tried again next time.',
    }),
    /** Why it is not proven; null when it is. */
    reason: z.string().nullable(),
    trials: z.array(Trial),
  })
  .meta({
    id: 'Proof',
    description: 'A task tried on itself: the oracle must pass, doing nothing and cheating must not.',
  });
export type Proof = z.infer<typeof Proof>;
