import {
  type AnyScorerType,
  AssayError,
  type Evidence,
  type FailureMode,
  type Finding,
  type ScorerConfig,
  type ScorerFamily,
} from '@assay/schema';

/** The evidence of a scorer. Evidence that was not gathered is null and is never passed on. */
export type Gathered<K extends keyof Evidence> = { readonly [P in K]: NonNullable<Evidence[P]> };

/** A command to run in the workspace before grading; its result is evidence under the name of the scorer. */
export type CommandRequest = Pick<
  ScorerConfig<'command'>,
  'name' | 'command' | 'timeout_s' | 'restore' | 'repeat' | 'isolated' | 'report' | 'report_file' | 'tree' | 'control'
>;

/** Tests to look up in the report of a command, by the name of the scorer that runs it. */
export interface TestLookup {
  readonly command: string;
  readonly tests: readonly string[];
}

/** One kind of check. It only reads evidence; the harness gathers it. */
export interface Scorer<T extends AnyScorerType = AnyScorerType, K extends keyof Evidence = keyof Evidence> {
  readonly type: T;
  /** States the passing case. */
  readonly title: string;
  readonly description: string;
  /** The family, for some types depending on the configuration. */
  readonly family: ScorerFamily | ((config: ScorerConfig<T>) => ScorerFamily);
  readonly required_by_default: boolean;
  /** Whether it can fail a run when required; a note to the judge cannot. */
  readonly may_gate: boolean;
  /** How a run failed, if this check failed. */
  readonly failure_mode?: FailureMode;
  /** An integrity detector that needs no configuration: it reads every run, listed by its scenario or not. */
  readonly always_on?: true;
  /** Whether `allowed_test_changes` may excuse its findings. A secret or a forbidden file is never a matter of tests. */
  readonly may_be_allowed?: true;
  /** The only evidence passed to `score`; undeclared evidence cannot be read. */
  readonly requires: readonly K[];
  /** Paths whose state before and after it reads, ignored or not; a path ending in `/` is a folder. */
  watches?(config: ScorerConfig<T>): readonly string[];
  /** Whether it reads which changed paths are ignored, not only how many. */
  listsIgnored?(config: ScorerConfig<T>): boolean;
  /** The command whose result it reads. */
  runs?(config: ScorerConfig<T>): CommandRequest;
  /** The tests it looks up; they are in the evidence even when the list is full. */
  looksUp?(config: ScorerConfig<T>): TestLookup;
  /** The command whose result it compares with the baseline, by the name of the scorer that runs it. */
  compares?(config: ScorerConfig<T>): string | null;
  score(evidence: Gathered<K>, config: ScorerConfig<T>): ScorerOutcome;
}

interface Details {
  readonly findings?: readonly Finding[];
  /** How long gathering took for this scorer alone. */
  readonly duration_ms?: number;
  /** The family, if it is known only with the evidence. */
  readonly family?: ScorerFamily;
}

/** The outcome of a scorer. A scorer that cannot decide throws. */
export type ScorerOutcome = Details & { readonly reason: string } & (
    | { readonly verdict: 'PASS'; readonly score: 1 }
    | { readonly verdict: 'FAIL'; readonly score: number }
    | { readonly verdict: 'N/A'; readonly score: null }
  );

/** Defines a scorer; the type of its configuration follows from `type`, that of its evidence from `requires`. */
export const defineScorer = <T extends AnyScorerType, K extends keyof Evidence>(scorer: Scorer<T, K>): Scorer<T, K> =>
  Object.freeze(scorer);

const INTEGRITY = { family: 'integrity', may_gate: true, failure_mode: 'reward_hacking' } as const;

/** The common fields of scorers that protect listed files. */
export const PROTECTION = { ...INTEGRITY, required_by_default: true } as const;

/** The common fields of scorers that look for reward hacking in every run. */
export const DETECTION = { ...INTEGRITY, required_by_default: false, always_on: true, may_be_allowed: true } as const;

/** A passing outcome. */
export const pass = (reason: string, details: Details = {}): ScorerOutcome => ({
  verdict: 'PASS',
  score: 1,
  reason,
  ...details,
});

/** A failing outcome, with the share that passed: below 1. */
export function fail(score: number, reason: string, details: Details = {}): ScorerOutcome {
  if (!(score >= 0 && score < 1)) cannotScore(`expected a failing score from 0 to below 1, found ${score}`);
  return { verdict: 'FAIL', score, reason, ...details };
}

/** An outcome without anything to check. */
export const notApplicable = (reason: string): ScorerOutcome => ({ verdict: 'N/A', score: null, reason });

/** Aborts a scorer that cannot decide: the result is ERROR, which counts neither for nor against the agent. */
export function cannotScore(reason: string): never {
  throw new AssayError('scorer_crashed', reason);
}
