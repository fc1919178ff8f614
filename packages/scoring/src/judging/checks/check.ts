import type { ChangedPath, Claim, EvidenceRef, FactCheck, ScorerResult } from '@assay/schema';
import type { TestCheck } from '../../claims/settle-tests-claim.ts';
import type { SimpleCommand } from '../../interactions/shell.ts';
import { neutralise } from '../text/neutralise.ts';

/** What Assay found out about a statement by itself. A judge does not get to say otherwise. */
export type Settled = Pick<FactCheck, 'turn_violated' | 'evidence'> & {
  readonly status: 'satisfied' | 'violated' | 'unsupported';
  readonly reason: string;
};

/** What statements are held against. */
export interface CheckedFacts {
  /** What changed while the statement held; null where that is not known, or there is no workspace to change. */
  readonly changed_paths: readonly ChangedPath[] | null;
  readonly test_paths: ReadonlySet<string>;
  readonly results: readonly ScorerResult[];
  /** What ran the tests to grade. */
  readonly test_checks: readonly TestCheck[];
  /** What the agent's own work says of its tests; null where it claims nothing of them. */
  readonly tests_claim: Claim | null;
  /** Commands the agent ran, as far as they are seen; worked out when it is asked for. */
  ran(): { readonly commands: readonly RanCommand[]; readonly all_seen: boolean };
  /** The turn in which the first of these paths changed; null where it cannot be told. */
  turnOf(paths: readonly string[]): number | null;
}

export interface RanCommand extends SimpleCommand {
  readonly entry_id: string;
  /** The line it was part of. */
  readonly line: string;
}

export interface Statement {
  readonly text: string;
  readonly source: FactCheck['source'];
  /** What the harness found out about a claim about tests. */
  readonly checked: Claim | null;
}

/** One kind of statement that can be checked without a judge. Null where it is of another kind, or cannot be told. */
export type Check = (statement: Statement, facts: CheckedFacts) => Settled | null;

const hunks = (paths: readonly string[]): EvidenceRef[] =>
  paths.slice(0, MOST_REFS).map((ref) => ({ kind: 'hunk', ref }));

const MOST_REFS = 5;

export const scorers = (results: readonly ScorerResult[]): EvidenceRef[] =>
  results.map(({ name }) => ({ kind: 'scorer', ref: name }));

export const satisfied = (reason: string, evidence: readonly EvidenceRef[] = []): Settled => ({
  status: 'satisfied',
  turn_violated: null,
  evidence: [...evidence],
  reason,
});

/** Paths that changed and should not have. */
export const violatedBy = (
  paths: readonly string[],
  facts: CheckedFacts,
  evidence: readonly EvidenceRef[] = [],
): Settled => ({
  status: 'violated',
  turn_violated: facts.turnOf(paths),
  evidence: [...hunks(paths), ...evidence],
  reason: neutralise(
    `${paths.length} changed: ${paths.slice(0, MOST_REFS).join(', ')}${paths.length > MOST_REFS ? ' …' : ''}`,
  ),
});

const NEUTRAL = new Set(
  'please make sure ensure that you also i we it the agent must should note important always just and but so of course as asked requested have has files file themselves at all either way suite'.split(
    ' ',
  ),
);

/** Whether a statement says nothing but what was recognised in it: that a part of it holds does not make it hold. */
export const saysOnly = (text: string, recognised: string): boolean =>
  (text.replace(recognised, ' ').match(/[\p{L}\p{N}]+/gu) ?? []).every((word) => NEUTRAL.has(word.toLowerCase()));
