import { z } from 'zod';
import { CheckResult, EvaluationSource, ReputationState } from './evaluation.ts';
import { EvaluationCheck } from './evaluation-check.ts';
import { AgentId, EvaluationId, isStorable, RunId } from './ids.ts';
import { JsonValue } from './json-value.ts';
import { Metadata } from './metadata.ts';
import { LatencyMs, LatencyRefMs } from './reputation.ts';
import { Count, Instant } from './units.ts';

const fields = {
  agent_id: AgentId,
  /** What the agent gave back. It is checked and not kept. */
  output: JsonValue,
  /** What it was given. It is checked and not kept. */
  input: JsonValue.optional(),
  tool: z.string().min(1).max(200).optional(),
  latency_ms: LatencyMs.optional(),
  latency_ref_ms: LatencyRefMs.optional(),
  cost_usd: z.number().min(0).max(1e9).optional(),
  checks: z.array(EvaluationCheck).max(50).optional(),
  /** The caller's own verdict, in place of checks. */
  passed: z.boolean().optional(),
  expected_outcome: z.enum(['completion', 'refusal']).optional(),
  run_id: RunId.optional(),
  /** Kept as data. The order is that of arrival. */
  occurred_at: Instant.optional(),
  dry_run: z.boolean().optional(),
  metadata: Metadata.optional(),
};

const oneVerdict = {
  path: ['passed'],
  error: 'expected either checks or the verdict of the caller, found both',
};
const hasOneVerdict = ({ checks, passed }: { checks?: unknown; passed?: unknown }): boolean =>
  checks === undefined || passed === undefined;

export const EvaluateRequest = z.strictObject(fields).refine(hasOneVerdict, oneVerdict).meta({
  id: 'EvaluateRequest',
  description: 'What an agent gave back, and what to hold it against: checks, or the verdict of the caller.',
});
export type EvaluateRequest = z.infer<typeof EvaluateRequest>;

export const EvaluateResponse = z
  .object({
    evaluation_id: EvaluationId,
    status: z.enum(['counted', 'errored', 'dry_run']),
    /** Null when a required check could not say: the evaluation is kept and not counted. */
    passed: z.boolean().nullable(),
    /** Why there is no verdict; null when there is one. */
    reason: z.string().nullable(),
    source: EvaluationSource,
    checks: z.array(CheckResult),
    /** Of all checks together. */
    total_latency_ms: z.number().min(0),
    reputation: ReputationState,
  })
  .meta({
    id: 'EvaluateResponse',
    description: 'The verdict, check by check, and the standing of the agent after it.',
  });
export type EvaluateResponse = z.infer<typeof EvaluateResponse>;

/** Names an event among those of its organization, however often it is sent. */
const EventId = z.string().min(1).max(200).refine(isStorable, 'expected text without U+0000 and halves of characters');

export const IngestRequest = z
  .strictObject({
    evaluations: z
      .array(z.strictObject({ event_id: EventId, ...fields }).refine(hasOneVerdict, oneVerdict))
      .min(1)
      .max(1000),
  })
  .meta({
    id: 'IngestRequest',
    description: 'Up to 1,000 evaluations in their order, each with an event id of its own.',
  });
export type IngestRequest = z.infer<typeof IngestRequest>;

export const IngestResponse = z
  .object({
    accepted: Count,
    duplicates: Count,
    /** In the order of the request. */
    results: z.array(
      z.object({
        event_id: EventId,
        /** A duplicate is shown as it was when it first came. */
        duplicate: z.boolean(),
        ...EvaluateResponse.omit({ checks: true, total_latency_ms: true }).shape,
      }),
    ),
  })
  .meta({
    id: 'IngestResponse',
    description: 'What came of each evaluation; a duplicate is reported and changes nothing.',
  });
export type IngestResponse = z.infer<typeof IngestResponse>;
