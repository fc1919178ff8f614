import type { TestAssertion } from '@assay/schema';
import { compact } from './facts.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** The meaning of an assertion, without its location. */
export interface AssertionMeaning {
  readonly subject: string;
  readonly expected: string | null;
  readonly strength: TestAssertion['strength'];
  readonly negated: boolean;
  readonly tolerance: number | null;
}

/** An assertion about one value, such as that it is true. */
export const describeValue = (
  subject: SyntaxNode,
  strength: AssertionMeaning['strength'] = 'truthy',
): AssertionMeaning => ({
  subject: compact(subject),
  expected: null,
  strength,
  negated: false,
  tolerance: null,
});

export interface Sides {
  readonly actual: SyntaxNode;
  readonly expected: SyntaxNode;
}

/** A comparison of two values; a value compared with itself is a tautology. */
export function describeComparison(
  { actual, expected }: Sides,
  strength: AssertionMeaning['strength'],
  tolerance: number | null = null,
): AssertionMeaning {
  const subject = compact(actual);
  const other = compact(expected);
  const same = subject === other && strength !== 'bound';
  return { subject, expected: other, strength: same ? 'tautology' : strength, negated: false, tolerance };
}

// only says whether there is a value
const NOTHING = /^(?:None|null|undefined|nil|NULL|nullptr)$/;

/** The negation. "Not equal to a value" is weak, and "not null" is weaker. */
export function opposite(judged: AssertionMeaning): AssertionMeaning {
  const negated = !judged.negated;
  if (judged.strength !== 'exact') return { ...judged, negated };
  return { ...judged, negated, strength: NOTHING.test(judged.expected ?? '') ? 'truthy' : 'bound' };
}

const RANKS: readonly AssertionMeaning['strength'][] = ['tautology', 'truthy', 'bound', 'type', 'structure', 'exact'];

/** The strongest of conditions that must all hold; the weakest of alternatives. */
export const strongest = (all: readonly AssertionMeaning['strength'][]): AssertionMeaning['strength'] =>
  pick(all, Math.max);
export const weakest = (all: readonly AssertionMeaning['strength'][]): AssertionMeaning['strength'] =>
  pick(all, Math.min);

const pick = (
  all: readonly AssertionMeaning['strength'][],
  choose: (...ranks: number[]) => number,
): AssertionMeaning['strength'] => RANKS[choose(...all.map((strength) => RANKS.indexOf(strength)))] ?? 'truthy';
