import type { CheckResult, EvaluationCheck } from '@assay/schema';
import { createBudget } from './budget.ts';
import { type Budget, type Check, CheckError, type CheckSubject } from './check.ts';
import { CHECKS } from './index.ts';
import { outputText } from './texts.ts';

/** What to check, and with which checks. */
export interface CheckRequest extends Omit<CheckSubject, 'text'> {
  /** Default, also for an empty list: filesystem, pii and content. */
  readonly checks?: readonly EvaluationCheck[] | undefined;
}

export interface CheckOptions {
  /** Returns milliseconds from any origin; only differences are used. */
  readonly clock: () => number;
  /** Shared by consecutive checks for the same caller. */
  readonly budget?: Budget;
}

/** The combined result of all checks. */
export interface ChecksOutcome {
  /** Whether every applicable required check passed; null when a required one could not decide. */
  readonly passed: boolean | null;
  /** Why there is no verdict; null when there is one. */
  readonly reason: string | null;
  readonly checks: CheckResult[];
}

const USUAL: readonly EvaluationCheck[] = [
  { type: 'filesystem', required: true },
  { type: 'pii', required: true },
  { type: 'content', required: true },
];
const USUAL_IDS = idsOf(USUAL);

/** Runs checks on the output of an agent. Never throws and never runs long, whatever the input. */
export function runChecks(request: CheckRequest, { clock, budget = createBudget() }: CheckOptions): ChecksOutcome {
  const { checks = USUAL } = request;
  const subject = { ...request, text: outputText(request.output) };
  const specs = checks.length === 0 ? USUAL : checks;
  const ids = specs === USUAL ? USUAL_IDS : idsOf(specs);
  const results = specs.map((spec, index): CheckResult => {
    const started = clock();
    const { verdict, reason } = runCheck(spec, subject, budget);
    return { id: ids[index] as string, verdict, reason, latency_ms: roundMs(clock() - started) };
  });
  const required = results.filter((_, index) => specs[index]?.required);
  const errored = required.find(({ verdict }) => verdict === 'ERROR');
  if (errored !== undefined) {
    return { passed: null, reason: `the check ${errored.id} could not decide: ${errored.reason}`, checks: results };
  }
  return { passed: required.every(({ verdict }) => verdict !== 'FAIL'), reason: null, checks: results };
}

function runCheck(
  spec: EvaluationCheck,
  subject: CheckSubject,
  budget: Budget,
): Pick<CheckResult, 'verdict' | 'reason'> {
  try {
    return (CHECKS[spec.type] as Check).check(spec, subject, budget);
  } catch (error) {
    if (error instanceof CheckError) return { verdict: 'ERROR', reason: error.message };
    // such as a stack overflow: one crash must not affect the other checks
    return { verdict: 'ERROR', reason: `the check crashed: ${error instanceof Error ? error.message : String(error)}` };
  }
}

// a check without an id gets its type, or its type and position when that is taken
function idsOf(specs: readonly EvaluationCheck[]): string[] {
  const taken = new Set(specs.flatMap(({ id }) => id ?? []));
  return specs.map(({ id, type }, index) => {
    if (id !== undefined) return id;
    const own = taken.has(type) ? `${type}-${index + 1}` : type;
    taken.add(own);
    return own;
  });
}

// the clock may be set back
const roundMs = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);
