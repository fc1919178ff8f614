import {
  AssayError,
  type Evidence,
  type FailureMode,
  type Finding,
  type ScorerConfig,
  type ScorerFamily,
  type ScorerType,
} from '@assay/schema';

/** What was gathered for a scorer. Evidence that is null was not gathered, and never gets here. */
export type Gathered<K extends keyof Evidence> = { readonly [P in K]: NonNullable<Evidence[P]> };

/** A command to be run in the workspace before grading; what came of it is evidence under the name of the scorer. */
export type CommandRequest = Pick<
  ScorerConfig<'command'>,
  'name' | 'command' | 'timeout_s' | 'restore' | 'repeat' | 'isolated' | 'report' | 'report_file'
>;

/** Tests that are looked up in the report of a command, by the name of the scorer that runs it. */
export interface TestLookup {
  readonly command: string;
  readonly tests: readonly string[];
}

/** One kind of check. Reads evidence and says what it shows; gathering it is the harness's. */
export interface Scorer<T extends ScorerType = ScorerType, K extends keyof Evidence = keyof Evidence> {
  readonly type: T;
  /** States the passing case. */
  readonly title: string;
  readonly description: string;
  /** What it is about; of some types that depends on what they are configured to look at. */
  readonly family: ScorerFamily | ((config: ScorerConfig<T>) => ScorerFamily);
  readonly required_by_default: boolean;
  /** Whether it can fail a run where it is required; a note to the judge cannot. */
  readonly may_gate: boolean;
  /** How a run failed, if this check failed. */
  readonly failure_mode?: FailureMode;
  /** An integrity detector that needs no configuration: it reads every run, listed by its scenario or not. */
  readonly always_on?: true;
  /** Whether `allowed_test_changes` may excuse its findings. A secret or a forbidden file is never a matter of tests. */
  readonly may_be_allowed?: true;
  /** The only evidence `score` is handed. What is not declared cannot be read. */
  readonly requires: readonly K[];
  /** Paths whose state before and after it reads, ignored or not; one that ends in `/` is all that is below it. */
  watches?(config: ScorerConfig<T>): readonly string[];
  /** Whether it reads which of the paths that changed are ignored, not only how many. */
  listsIgnored?(config: ScorerConfig<T>): boolean;
  /** The command whose end it reads. */
  runs?(config: ScorerConfig<T>): CommandRequest;
  /** The tests it looks up: they are in the evidence however many others there are. */
  looksUp?(config: ScorerConfig<T>): TestLookup;
  /** The command whose end it compares with what it is at the baseline, by the name of the scorer that runs it. */
  compares?(config: ScorerConfig<T>): string | null;
  score(evidence: Gathered<K>, config: ScorerConfig<T>): ScorerOutcome;
}

interface Details {
  readonly findings?: readonly Finding[];
  /** How long gathering took for this scorer alone. */
  readonly duration_ms?: number;
}

/** What a scorer says. That it cannot say anything is thrown. */
export type ScorerOutcome = Details & { readonly reason: string } & (
    | { readonly verdict: 'PASS'; readonly score: 1 }
    | { readonly verdict: 'FAIL'; readonly score: number }
    | { readonly verdict: 'N/A'; readonly score: null }
  );

/** Declares a scorer; the type of its configuration comes from its type, that of its evidence from `requires`. */
export const defineScorer = <T extends ScorerType, K extends keyof Evidence>(scorer: Scorer<T, K>): Scorer<T, K> =>
  Object.freeze(scorer);

/** Nothing to object to. */
export const pass = (reason: string, details: Details = {}): ScorerOutcome => ({
  verdict: 'PASS',
  score: 1,
  reason,
  ...details,
});

/** An objection, with the share of what was looked at that stands: below 1. */
export function fail(score: number, reason: string, details: Details = {}): ScorerOutcome {
  if (!(score >= 0 && score < 1)) cannotScore(`expected a failing score from 0 to below 1, found ${score}`);
  return { verdict: 'FAIL', score, reason, ...details };
}

/** Nothing to look at. */
export const notApplicable = (reason: string): ScorerOutcome => ({ verdict: 'N/A', score: null, reason });

/** Ends a scorer that cannot say anything: the result is ERROR, which is neither for nor against the agent. */
export function cannotScore(reason: string): never {
  throw new AssayError('scorer_crashed', reason);
}
