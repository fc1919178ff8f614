import type { ChangedPath, Claim, EvidenceRef, FactCheck, ScorerResult } from '@assay/schema';
import type { TestCheck } from '../../claims/check-tests-claim.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { neutralize } from '../text/neutralize.ts';

/** What Assay determined about a statement. A judge cannot overrule it. */
export type SettledStatement = Pick<FactCheck, 'turn_violated' | 'evidence'> & {
  readonly status: 'satisfied' | 'violated' | 'unsupported';
  readonly reason: string;
};

/** The facts that statements are checked against. */
export interface CheckedFacts {
  /** The changes while the statement applied; null when unknown or when there is no workspace. */
  readonly changed_paths: readonly ChangedPath[] | null;
  readonly test_paths: ReadonlySet<string>;
  readonly results: readonly ScorerResult[];
  /** Grading checks that ran the tests. */
  readonly test_checks: readonly TestCheck[];
  /** What the agent's own runs show about its tests; null when it makes no claim about them. */
  readonly tests_claim: Claim | null;
  /** Commands the agent ran, as far as visible; computed on demand. */
  ran(): { readonly commands: readonly RanCommand[]; readonly all_seen: boolean };
  /** The turn in which the first of these paths changed; null when unknown. */
  turnOf(paths: readonly string[]): number | null;
}

export interface RanCommand extends SimpleCommand {
  readonly entry_id: string;
  /** The command line it was part of. */
  readonly line: string;
}

export interface Statement {
  readonly text: string;
  readonly source: FactCheck['source'];
  /** What the harness determined about a claim about tests. */
  readonly checked: Claim | null;
}

/** Checks one kind of statement without a judge. Null for other kinds, or when undecidable. */
export type Check = (statement: Statement, facts: CheckedFacts) => SettledStatement | null;

const hunks = (paths: readonly string[]): EvidenceRef[] =>
  paths.slice(0, MOST_REFS).map((ref) => ({ kind: 'hunk', ref }));

const MOST_REFS = 5;

export const scorers = (results: readonly ScorerResult[]): EvidenceRef[] =>
  results.map(({ name }) => ({ kind: 'scorer', ref: name }));

export const satisfied = (reason: string, evidence: readonly EvidenceRef[] = []): SettledStatement => ({
  status: 'satisfied',
  turn_violated: null,
  evidence: [...evidence],
  reason,
});

/** Settles a statement as violated by paths that should not have changed. */
export const violatedBy = (
  paths: readonly string[],
  facts: CheckedFacts,
  evidence: readonly EvidenceRef[] = [],
): SettledStatement => ({
  status: 'violated',
  turn_violated: facts.turnOf(paths),
  evidence: [...hunks(paths), ...evidence],
  reason: neutralize(
    `${paths.length} changed: ${paths.slice(0, MOST_REFS).join(', ')}${paths.length > MOST_REFS ? ' …' : ''}`,
  ),
});

const NEUTRAL = new Set(
  'please make sure ensure that you also i we it the agent must should note important always just and but so of course as asked requested have has files file themselves at all either way suite'.split(
    ' ',
  ),
);

/** Whether a statement says nothing beyond the recognized part. If only a part holds, the whole need not hold. */
export const saysOnly = (text: string, recognized: string): boolean =>
  (text.replace(recognized, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => NEUTRAL.has(word.toLowerCase()));
