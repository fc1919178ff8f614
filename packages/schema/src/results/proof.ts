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
    /** The checks and detectors that stopped it. Absent in older proofs. */
    stopped_by: z.array(z.string()).optional(),
    /** A cheat that found nothing to act on; it then did nothing. */
    idle: z.boolean().optional(),
  })
  .meta({ id: 'Trial', description: 'A reference agent tried on a task: the oracle, doing nothing, or a cheat.' });
export type Trial = z.infer<typeof Trial>;

/** What a proof depends on besides its task. */
export const ProofEnvironment = z
  .object({
    sandbox: z.string(),
    readable: z.array(z.string()),
    /** The programs that its commands name: their files, sizes and times. */
    programs: z.record(z.string(), z.string()),
  })
  .meta({ id: 'ProofEnvironment', description: 'Where a proof was made: the sandbox, readable folders and programs.' });
export type ProofEnvironment = z.infer<typeof ProofEnvironment>;

/** Shows that a task can be solved, and cannot be passed without solving it. */
export const Proof = z
  .object({
    task_digest: Digest,
    /** Absent in older proofs. */
    scenario: z.string().optional(),
    harness_version: z.string(),
    /** Absent in older proofs. */
    environment: ProofEnvironment.optional(),
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
