import { AssayError, type Comparison, parse, Verdict } from '@assay/schema';
import { score } from '@assay/scoring';
import { canonicalDigest, canonicalJson } from '../../scenarios/canonical-json.ts';
import type { Candidate } from './open-candidate.ts';

/**
 * Rejects a comparison that is not about these configurations as they are now, or whose verdict does not
 * follow from its input: the file may be edited or outdated.
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
  if (canonicalDigest(comparison.input) !== comparison.input_digest)
    throw refuse('the input does not match its digest: the comparison was edited');
  const { formula, formula_version } = comparison.verdict;
  if (canonicalJson(verdictOf(comparison, `@${formula_version}`)) !== canonicalJson(parse(Verdict, comparison.verdict)))
    throw refuse('the verdict does not follow from the input: the comparison was edited');
  // an older rule does not override the current one
  const today = verdictOf(
    { ...comparison, looks: comparison.looks && { ...comparison.looks, settled: null } },
    comparison.looks === null ? '@3' : '',
  );
  if (comparison.verdict.promote && !today.promote)
    throw refuse(`${formula} ${today.formula_version} does not promote this; only ${formula} ${formula_version} did`);
}

interface Judged extends Pick<Comparison, 'input'> {
  /** Null if the stored value is not compared. */
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
    throw refuse('the verdict does not follow from the input: the comparison was edited');
  return parse(Verdict, verdict);
}

const short = (digest: string): string => digest.slice(0, 8);

const refuse = (message: string): AssayError => new AssayError('conflict', `${message}; compare again`);
