import { z } from 'zod';
import { AgentId, EvaluationId, isStorable, RunId } from '../values/ids.ts';
import { JsonValue } from '../values/json-value.ts';
import { Metadata } from '../values/metadata.ts';
import { Count, Instant } from '../values/units.ts';
import { CheckResult, EvaluationSource, ReputationState } from './evaluation.ts';
import { EvaluationCheck } from './evaluation-check.ts';
import { LatencyMs, LatencyRefMs } from './reputation.ts';

const fields = {
  agent_id: AgentId,
  /** Output of the agent. Checked but not stored. */
  output: JsonValue,
  /** Input of the agent. Checked but not stored. */
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
  /** Stored only. Evaluations are ordered by arrival. */
  occurred_at: Instant.optional(),
  dry_run: z.boolean().optional(),
  metadata: Metadata.optional(),
};

const oneVerdict = {
  path: ['passed'],
  error: 'expected either checks or passed, found both',
};
const hasOneVerdict = ({ checks, passed }: { checks?: unknown; passed?: unknown }): boolean =>
  checks === undefined || passed === undefined;

export const EvaluateRequest = z.strictObject(fields).refine(hasOneVerdict, oneVerdict).meta({
  id: 'EvaluateRequest',
  description: 'The output of an agent, and the checks to run or the verdict of the caller.',
});
export type EvaluateRequest = z.infer<typeof EvaluateRequest>;

export const EvaluateResponse = z
  .object({
    evaluation_id: EvaluationId,
    status: z.enum(['counted', 'errored', 'dry_run']),
    /** Null if a required check errored: the evaluation is stored but not counted. */
    passed: z.boolean().nullable(),
    /** Why there is no verdict; null if there is one. */
    reason: z.string().nullable(),
    source: EvaluationSource,
    checks: z.array(CheckResult),
    /** Total of all checks. */
    total_latency_ms: z.number().min(0),
    reputation: ReputationState,
  })
  .meta({
    id: 'EvaluateResponse',
    description: 'The verdict of each check, and the reputation of the agent after it.',
  });
export type EvaluateResponse = z.infer<typeof EvaluateResponse>;

/** Unique id of an event in its organization; the same for every retry. */
const EventId = z.string().min(1).max(200).refine(isStorable, 'expected valid Unicode text without NUL characters');

export const IngestRequest = z
  .strictObject({
    evaluations: z
      .array(z.strictObject({ event_id: EventId, ...fields }).refine(hasOneVerdict, oneVerdict))
      .min(1)
      .max(1000),
  })
  .meta({
    id: 'IngestRequest',
    description: 'Up to 1,000 evaluations in order, each with a unique event id.',
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
        /** A duplicate is shown with its original result. */
        duplicate: z.boolean(),
        ...EvaluateResponse.omit({ checks: true, total_latency_ms: true }).shape,
      }),
    ),
  })
  .meta({
    id: 'IngestResponse',
    description: 'The result of each evaluation. A duplicate is reported and changes nothing.',
  });
export type IngestResponse = z.infer<typeof IngestResponse>;
