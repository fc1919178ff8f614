import { z } from 'zod';
import { Outcome } from '../runs/run.ts';
import { ScorerVerdict } from '../scores/gates.ts';
import { Digest, Instant } from '../values/units.ts';
import { Result } from './result.ts';

/** The result of one reference agent on a task. */
export const Trial = z
  .object({
    agent: z.string(),
    outcome: Outcome,
    scorers: ScorerVerdict,
    /** Absent in older proofs. */
    result: Result.optional(),
    /** Whether the result is the required one: the oracle passes, all others fail. */
    holds: z.boolean(),
    remark: z.string(),
  })
  .meta({ id: 'Trial', description: 'A reference agent tried on a task: the oracle, doing nothing, or a cheat.' });
export type Trial = z.infer<typeof Trial>;

/** Shows that a task can be solved, and cannot be passed without solving it. */
export const Proof = z
  .object({
    task_digest: Digest,
    harness_version: z.string(),
    proved_at: Instant,
    proven: z.boolean(),
    tried: z.boolean().default(true).meta({
      description: 'False if a trial could not run here, so the result is unknown. It is tried again next time.',
    }),
    /** Why it is not proven; null if it is. */
    reason: z.string().nullable(),
    trials: z.array(Trial),
  })
  .meta({
    id: 'Proof',
    description: 'The proof of a task: the oracle must pass; doing nothing and cheating must fail.',
  });
export type Proof = z.infer<typeof Proof>;
