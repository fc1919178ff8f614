import type { EvaluateRequest, EvaluationSource, OrganizationId } from '@assay/schema';
import { type ChecksOutcome, type CountedBudget, createBudget, MOST_CHECK_STEPS, runChecks } from '@assay/scoring';
import type { NewEvaluation } from '../store/evaluations/append-evaluations.ts';
import { checkOnThread } from './check-on-thread.ts';

const clock = (): number => performance.now();

// at most 5 ms of the thread that answers everybody; checks that people write take far less
const STEPS_HERE = 200_000;

export interface AssessOptions {
  readonly source: EvaluationSource;
  /** The default reference latency. */
  readonly latency_ref_ms: number | null;
  /** Takes turns with others when its checks take long. */
  readonly organization_id: OrganizationId;
  readonly signal: AbortSignal;
  /** The budget of a batch. Each evaluation also has its own. */
  readonly within?: CountedBudget;
}

/** Decides an evaluation request: by its checks or by the verdict of the caller. */
export async function assess(request: EvaluateRequest, options: AssessOptions): Promise<NewEvaluation> {
  const { agent_id, tool, latency_ms, run_id, occurred_at, metadata } = request;
  const { source, latency_ref_ms } = options;
  const outcome = request.passed === undefined ? await check(request, options) : told(request.passed);
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

async function check(
  { metadata, ...request }: EvaluateRequest,
  { organization_id, signal, within }: AssessOptions,
): Promise<ChecksOutcome> {
  const noted = metadata?.['cost_usd'];
  const cost_usd = request.cost_usd ?? (typeof noted === 'number' ? noted : undefined);
  const asked = { ...request, cost_usd };
  const budget = createBudget({ steps: STEPS_HERE, ...(within && { within }) });
  const outcome = runChecks(asked, { clock, budget });
  if (!budget.isExceeded()) return outcome;
  const steps = Math.min(MOST_CHECK_STEPS, within?.left() ?? MOST_CHECK_STEPS);
  const checked = await checkOnThread(organization_id, { request: asked, steps }, signal);
  within?.spend(steps - checked.left);
  return checked.outcome;
}

function statusOf({ passed, reason }: ChecksOutcome, dry_run: boolean) {
  const why = reason === null ? {} : { reason };
  if (dry_run) return { status: 'dry_run', passed, ...why };
  return passed === null ? { status: 'errored', passed, ...why } : { status: 'counted', passed };
}
