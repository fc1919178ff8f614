import type { EvaluateResponse } from '@assay/schema';
import type { Appended } from '../store/evaluations/append-evaluations.ts';

/** What an evaluation is answered with, also when it is answered again. */
export function describeEvaluated({ evaluation, reputation }: Appended): EvaluateResponse {
  const { evaluation_id, status, passed, source, checks } = evaluation;
  return {
    evaluation_id,
    status,
    passed,
    reason: ('reason' in evaluation ? evaluation.reason : null) ?? null,
    source,
    checks,
    // in whole microseconds, so that the sum of what was rounded has no more digits than they have
    total_latency_ms: checks.reduce((sum, { latency_ms }) => sum + Math.round(latency_ms * 1000), 0) / 1000,
    reputation,
  };
}
