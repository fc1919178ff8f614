import { AssayError, type Comparison, parse, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { canonicalJson, digestOf } from '../../scenarios/canonical-json.ts';
import type { Candidate } from './open-candidate.ts';

/**
 * Refuses a comparison that is not about these two configurations as they are now, or whose verdict does not follow
 * from what it was computed from: a file may have been edited, or be of another day.
 */
export function requireAnswer(comparison: Comparison, { baseline, candidate }: Candidate): void {
  for (const [side, { ref }] of [['baseline', baseline] as const, ['candidate', candidate] as const]) {
    const compared = comparison[side].configuration;
    if (compared?.digest !== ref.digest)
      throw refuse(
        `expected a comparison with the ${side} ${short(ref.digest)} of ${ref.source}, found ${compared === null ? 'one without' : short(compared.digest)}`,
      );
  }
  const agents = [comparison.baseline.agents, comparison.candidate.agents].map((names) => names.toSorted().join(', '));
  if (agents[0] !== agents[1])
    throw refuse(`expected the same agents on both sides, found ${agents.join(' against ')}`);
  if (digestOf(comparison.input) !== comparison.input_digest)
    throw refuse('expected the evidence to have its digest, found another: the comparison was edited');
  const { formula, formula_version } = comparison.verdict;
  if (canonicalJson(verdictOf(comparison, `@${formula_version}`)) !== canonicalJson(parse(Verdict, comparison.verdict)))
    throw refuse('expected the verdict to follow from the evidence, found another: the comparison was edited');
  // a rule that was good enough when the runs were made does not outvote the one of today
  const today = verdictOf({ ...comparison, looks: comparison.looks && { ...comparison.looks, settled: null } }, '');
  if (comparison.verdict.promote && !today.promote)
    throw refuse(
      `expected what ${formula} ${today.formula_version} promotes, found what only ${formula} ${formula_version} does`,
    );
}

interface Judged extends Pick<Comparison, 'input'> {
  /** Null for what was settled: it is not held against what comes out. */
  readonly looks: (Omit<NonNullable<Comparison['looks']>, 'settled'> & { readonly settled: boolean | null }) | null;
}

function verdictOf({ input, looks }: Judged, version: string): Verdict {
  if (looks === null) return parse(Verdict, score(`verdict${version}`, input));
  const { taken, planned } = looks;
  const { settled, alpha, ...verdict } = score(`sequential${version}`, {
    ...input,
    look: { taken, planned },
  }) as Record<string, unknown>;
  if (looks.settled !== null && (settled !== looks.settled || alpha !== looks.alpha))
    throw refuse('expected the verdict to follow from the evidence, found another: the comparison was edited');
  return parse(Verdict, verdict);
}

const short = (digest: string): string => digest.slice(0, 8);

const refuse = (message: string): AssayError => new AssayError('conflict', `${message}; compare them anew`);
