import type { EvaluateResponse } from '@assay/schema';
import type { Appended } from '../store/evaluations/append-evaluations.ts';

/** The response to an evaluation, first or replayed. */
export function describeEvaluated({ evaluation, reputation }: Appended): EvaluateResponse {
  const { evaluation_id, status, passed, source, checks } = evaluation;
  return {
    evaluation_id,
    status,
    passed,
    reason: ('reason' in evaluation ? evaluation.reason : null) ?? null,
    source,
    checks,
    // summed in whole microseconds to avoid floating-point digits
    total_latency_ms: checks.reduce((sum, { latency_ms }) => sum + Math.round(latency_ms * 1000), 0) / 1000,
    reputation,
  };
}
