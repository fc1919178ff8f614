import { z } from 'zod';
import { Count, DurationMs } from '../values/units.ts';
import { Occurrence } from './pattern.ts';
import { RequestEnd, SessionRequest, Verification } from './request.ts';
import { Waste } from './waste.ts';

export const SessionFinding = z
  .object({
    /** Names the kind of finding. */
    kind: z.string(),
    message: z.string(),
    /** What to do about it. */
    advice: z.string(),
    cost_usd: z.number().min(0).nullable(),
    wall_ms: DurationMs.nullable(),
    /** Ids of interactions. */
    refs: z.array(z.string()),
  })
  .meta({ id: 'SessionFinding', description: 'Something that cost a session money, time or trust, and what to do.' });
export type SessionFinding = z.infer<typeof SessionFinding>;

export const TokenRecord = z
  .object({
    /** False if the counts are too small for the text, so that they are only a lower limit. */
    plausible: z.boolean(),
    /** Estimated from the text if the counts are implausible; null otherwise. */
    estimated_output_tokens: Count.nullable(),
  })
  .meta({ id: 'TokenRecord', description: 'Whether the token counts of a transcript fit its text.' });
export type TokenRecord = z.infer<typeof TokenRecord>;

/** What the record of a session shows, without a judge. */
export const SessionFacts = z
  .object({
    requests: z.array(SessionRequest),
    /** Of the last change of code in the whole session. */
    verification: Verification,
    verification_reason: z.string(),
    /** Of the last request. */
    end: RequestEnd,
    waste: Waste,
    /** Costliest first. */
    findings: z.array(SessionFinding),
    token_record: TokenRecord,
    /** What may recur in other sessions. */
    occurrences: z.array(Occurrence),
  })
  .meta({ id: 'SessionFacts', description: 'What the record of a session shows: requests, waste and findings.' });
export type SessionFacts = z.infer<typeof SessionFacts>;
