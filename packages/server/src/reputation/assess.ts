import type { EvaluateRequest, EvaluationSource } from '@assay/schema';
import { type ChecksOutcome, createBudget, runChecks } from '@assay/scoring';
import type { NewEvaluation } from '../store/evaluations/append-evaluations.ts';

const clock = (): number => performance.now();

export interface AssessOptions {
  readonly source: EvaluationSource;
  /** The default reference latency. */
  readonly latency_ref_ms: number | null;
  /** The budget of the checks. Default: that of one evaluation. */
  readonly budget?: ReturnType<typeof createBudget>;
}

/** Decides an evaluation request: by its checks or by the verdict of the caller. */
export function assess(
  request: EvaluateRequest,
  { source, latency_ref_ms, budget = createBudget() }: AssessOptions,
): NewEvaluation {
  const { agent_id, tool, latency_ms, run_id, occurred_at, metadata } = request;
  const outcome = request.passed === undefined ? check(request, budget) : told(request.passed);
  return {
    ...statusOf(outcome, request.dry_run ?? false),
    agent_id,
    source,
    tool: tool ?? null,
    checks: outcome.checks,
    latency_ms: latency_ms ?? null,
    latency_ref_ms: request.latency_ref_ms ?? (latency_ms === undefined ? null : latency_ref_ms),
    run_id: run_id ?? null,
    occurred_at: occurred_at ?? null,
    metadata: metadata ?? null,
  } as NewEvaluation;
}

const told = (passed: boolean): ChecksOutcome => ({ passed, reason: null, checks: [] });

function check({ metadata, ...request }: EvaluateRequest, budget: ReturnType<typeof createBudget>): ChecksOutcome {
  const noted = metadata?.['cost_usd'];
  const cost_usd = request.cost_usd ?? (typeof noted === 'number' ? noted : undefined);
  return runChecks({ ...request, cost_usd }, { clock, budget });
}

function statusOf({ passed, reason }: ChecksOutcome, dry_run: boolean) {
  const why = reason === null ? {} : { reason };
  if (dry_run) return { status: 'dry_run', passed, ...why };
  return passed === null ? { status: 'errored', passed, ...why } : { status: 'counted', passed };
}
