import { z } from 'zod';
import { Count, DurationMs } from '../values/units.ts';

export const RequestEnd = z.enum(['finished', 'limit', 'interrupted', 'cut_off', 'failed', 'unknown']).meta({
  id: 'RequestEnd',
  description:
    'How the last turn of a request ended. interrupted: by the person. cut_off: in the middle of a turn. unknown: the transcript does not show it.',
});
export type RequestEnd = z.infer<typeof RequestEnd>;

export const Verification = z.enum(['verified', 'probed', 'red', 'could_not_run', 'unchecked', 'no_change']).meta({
  id: 'Verification',
  description:
    'What checked the last change. verified: a test suite passed after it. probed: a script, build or linter did. red: a check failed after it. could_not_run: checks were tried and none could run. unchecked: nothing with a known result ran. no_change: no code was changed.',
});
export type Verification = z.infer<typeof Verification>;

export const SessionCheck = z
  .object({
    kind: z.enum(['test', 'types', 'lint', 'build', 'script']),
    command: z.string(),
    /** could_not_run: a tool or module is missing, or no test ran. */
    result: z.enum(['passed', 'failed', 'could_not_run', 'unknown']),
    /** Id of the interaction. */
    ref: z.string(),
  })
  .meta({ id: 'SessionCheck', description: 'A test suite, type check, linter, build or script that an agent ran.' });
export type SessionCheck = z.infer<typeof SessionCheck>;

export const SessionClaim = z
  .object({
    /** The sentence as the agent wrote it. */
    claim: z.string(),
    about: z.enum(['tests', 'build', 'work']),
    /** Only contradicted means that the record shows otherwise. */
    state: z.enum(['supported', 'unsupported', 'contradicted']),
    reason: z.string(),
    /** Id of the interaction with the claim, and of those that decide it. */
    refs: z.array(z.string()),
  })
  .meta({ id: 'SessionClaim', description: 'What the last message of a request claims, held against its checks.' });
export type SessionClaim = z.infer<typeof SessionClaim>;

export const Correction = z
  .object({
    kind: z.enum(['rejected_call', 'interruption', 'message']),
    /** What the person wrote, or the call they rejected. */
    text: z.string(),
    /** Id of the interaction it concerns: the rejected call, or the last one before it. Null if there is none. */
    ref: z.string().nullable(),
  })
  .meta({
    id: 'Correction',
    description: 'A person rejected a call, interrupted the agent, or told it to do otherwise.',
  });
export type Correction = z.infer<typeof Correction>;

export const TimeSplit = z
  .object({
    agent: DurationMs.nullable(),
    tools: DurationMs.nullable(),
    /** Errors and retries of the model service. */
    service: DurationMs.nullable(),
    /** Waiting for the person. */
    person: DurationMs.nullable(),
  })
  .meta({ id: 'TimeSplit', description: 'Who or what the time was spent on. Null without timestamps.' });
export type TimeSplit = z.infer<typeof TimeSplit>;

/** A user message and everything that follows until the next one. */
export const SessionRequest = z
  .object({
    prompt: z.string(),
    end: RequestEnd,
    /** Files changed outside tests and scratch files. Null if the transcript does not show what the agent did. */
    changed: z.array(z.string()).nullable(),
    checks: z.array(SessionCheck),
    verification: Verification,
    verification_reason: z.string(),
    claims: z.array(SessionClaim),
    /** What the person corrected in the work on this request, also with the message that ended it. */
    corrections: z.array(Correction),
    calls: z.object({ total: Count, failed: Count, rejected: Count }),
    wall_ms: TimeSplit,
    /** Ids of its first and last interaction. Null if there is none. */
    first: z.string().nullable(),
    last: z.string().nullable(),
  })
  .meta({
    id: 'SessionRequest',
    description: 'One request of a person in a session, and what the record shows of it.',
  });
export type SessionRequest = z.infer<typeof SessionRequest>;
