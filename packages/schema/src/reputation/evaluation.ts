import { z } from 'zod';
import { AgentId, EvaluationId, RunId } from '../values/ids.ts';
import { Metadata } from '../values/metadata.ts';
import { Count, Instant } from '../values/units.ts';
import { LatencyMs, LatencyRefMs, Lifecycle, ShownReputation } from './reputation.ts';

export const EvaluationSource = z
  .enum(['run', 'sdk', 'proxy', 'rest'])
  .meta({ id: 'EvaluationSource', description: 'Source of an evaluation.' });
export type EvaluationSource = z.infer<typeof EvaluationSource>;

export const CheckResult = z
  .object({
    id: z.string(),
    verdict: z.enum(['PASS', 'FAIL', 'N/A', 'ERROR']),
    reason: z.string(),
    latency_ms: LatencyMs,
  })
  .meta({ id: 'CheckResult', description: 'Result of one check of an evaluation.' });
export type CheckResult = z.infer<typeof CheckResult>;

const shared = {
  evaluation_id: EvaluationId,
  agent_id: AgentId,
  /** Gap-free per agent; defines the order of evaluations. */
  seq: z.int().min(1),
  source: EvaluationSource,
  tool: z.string().nullable(),
  checks: z.array(CheckResult),
  latency_ms: LatencyMs.nullable(),
  latency_ref_ms: LatencyRefMs.nullable(),
  run_id: RunId.nullable(),
  occurred_at: Instant.nullable(),
  accepted_at: Instant,
  metadata: Metadata.nullable(),
};

/** One pass or fail that enters an agent's window, or an error that does not. */
export const Evaluation = z
  .discriminatedUnion('status', [
    z.object({ status: z.literal('counted'), passed: z.boolean(), ...shared }),
    z.object({ status: z.literal('errored'), passed: z.null(), reason: z.string(), ...shared }),
    z.object({
      status: z.literal('dry_run'),
      passed: z.boolean().nullable(),
      reason: z.string().optional(),
      ...shared,
      seq: z.null(),
    }),
  ])
  .meta({ id: 'Evaluation', description: 'One evaluation of an agent, from a run, the SDK, a proxy or plain REST.' });
export type Evaluation = z.infer<typeof Evaluation>;

/** The reputation part of the answer to an evaluation. */
export const ReputationState = z
  .object({
    score: ShownReputation.shape.score,
    calibration: ShownReputation.shape.calibration,
    lifecycle: Lifecycle,
    eval_count: Count,
    interval: ShownReputation.shape.interval,
    /** Sequence number of the agent's newest evaluation. */
    seq: Count,
  })
  .meta({
    id: 'ReputationState',
    description: 'Reputation of the agent right after an evaluation: no score below 50 evaluations.',
  });
export type ReputationState = z.infer<typeof ReputationState>;
