import type { CheckResult, EvaluationCheck } from '@assay/schema';
import { createBudget } from './budget.ts';
import { type Budget, type Check, CheckFault, type CheckSubject } from './check.ts';
import { CHECKS } from './index.ts';
import { textOf } from './texts.ts';

/** What is checked, and by what. */
export interface CheckRequest extends Omit<CheckSubject, 'text'> {
  /** None, or an empty list: the usual three. */
  readonly checks?: readonly EvaluationCheck[] | undefined;
}

export interface CheckOptions {
  /** Milliseconds from anywhere; the time of a check is the difference of two. */
  readonly clock: () => number;
  /** Shared by those that are run one after another for the same caller. */
  readonly budget?: Budget;
}

/** What all checks together say. */
export interface ChecksOutcome {
  /** Every required check that applies passed; null when a required one could not say. */
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

/** Runs checks on the output of an agent. Nothing in it or in them makes it throw, or take long. */
export function runChecks(request: CheckRequest, { clock, budget = createBudget() }: CheckOptions): ChecksOutcome {
  const { checks = USUAL } = request;
  const subject = { ...request, text: textOf(request.output) };
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
    return { passed: null, reason: `the check ${errored.id} could not say: ${errored.reason}`, checks: results };
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
    if (error instanceof CheckFault) return { verdict: 'ERROR', reason: error.message };
    // such as a stack that ran out: what one output does to one check must not cost the others theirs
    return { verdict: 'ERROR', reason: `the check broke: ${error instanceof Error ? error.message : String(error)}` };
  }
}

// a check without a name is called by its type, and by its place where that is taken
function idsOf(specs: readonly EvaluationCheck[]): string[] {
  const taken = new Set(specs.flatMap(({ id }) => id ?? []));
  return specs.map(({ id, type }, index) => {
    if (id !== undefined) return id;
    const own = taken.has(type) ? `${type}-${index + 1}` : type;
    taken.add(own);
    return own;
  });
}

// a clock may be set back
const roundMs = (ms: number): number => Math.max(0, Math.round(ms * 1000) / 1000);
