import type { AssertionStrength, TestAssertion } from '@assay/schema';
import type { AssertionPair } from './pair-assertions.ts';

/** How a surviving assertion changed. The first two check less; the others check something else. */
export type AssertionChange = 'weakened' | 'widened' | 'inverted' | 'changed';

// from weakest to strongest
const RANKS: readonly AssertionStrength[] = ['tautology', 'truthy', 'bound', 'type', 'structure', 'exact'];

/** The strength of an assertion as a number: higher is stronger. */
export const strengthRank = ({ strength }: TestAssertion): number => RANKS.indexOf(strength);

// matchers that equal everything, as spelled by test libraries
const ANYTHING =
  /^(?:(?:mock|unittest\.mock)\.ANY|ANY|expect\.any(?:thing)?\(.*\)|(?:mock|gomock|Mockito|ArgumentMatchers|Matchers)\.[aA]ny\w*\(.*\)|any(?:thing)?\(.*\)|It\.(?:IsAny|isAny).*|match\.any|sinon\.match\.any)$/;

/** How a surviving assertion changed; null when it checks the same or more. */
export function assertionChange({ before, after }: AssertionPair): AssertionChange | null {
  if (before.negated !== after.negated && before.expected === after.expected && before.subject === after.subject)
    return 'inverted';
  if (strengthRank(after) < strengthRank(before) || isLooser(before, after)) return 'weakened';
  if (isWider(before, after)) return 'widened';
  const isSwapped = before.subject === after.expected && before.expected === after.subject;
  if (before.expected !== after.expected && !isSwapped && strengthRank(after) === strengthRank(before))
    return 'changed';
  return null;
}

/** Whether a change accepts what the assertion would have rejected. */
export const isWeaker = (change: AssertionChange | null): boolean => change === 'weakened' || change === 'widened';

function isLooser(before: TestAssertion, after: TestAssertion): boolean {
  const isAnything = (expected: string | null): boolean => expected !== null && ANYTHING.test(expected);
  return isAnything(after.expected) && !isAnything(before.expected);
}

function isWider(before: TestAssertion, after: TestAssertion): boolean {
  if (after.tolerance === null) return false;
  // an exact comparison before had no tolerance
  return after.tolerance > (before.tolerance ?? (before.strength === 'exact' ? 0 : after.tolerance));
}
