import type { TestAssertion } from '@assay/schema';
import { compact } from './facts.ts';
import type { SyntaxNode } from './syntax-node.ts';

/** What an assertion says, before it has a place. */
export interface Judged {
  readonly subject: string;
  readonly expected: string | null;
  readonly strength: TestAssertion['strength'];
  readonly negated: boolean;
  readonly tolerance: number | null;
}

/** What is said of one thing alone, such as that it is true. */
export const judgeOne = (subject: SyntaxNode, strength: Judged['strength'] = 'truthy'): Judged => ({
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

/** What is said of one thing by another; a thing compared with itself says nothing. */
export function judgeTwo(
  { actual, expected }: Sides,
  strength: Judged['strength'],
  tolerance: number | null = null,
): Judged {
  const subject = compact(actual);
  const other = compact(expected);
  const same = subject === other && strength !== 'bound';
  return { subject, expected: other, strength: same ? 'tautology' : strength, negated: false, tolerance };
}

// that something is there, but not what
const NOTHING = /^(?:None|null|undefined|nil|NULL|nullptr)$/;

/** The opposite. To be anything but one value pins down little, and to be anything but nothing hardly more. */
export function opposite(judged: Judged): Judged {
  const negated = !judged.negated;
  if (judged.strength !== 'exact') return { ...judged, negated };
  return { ...judged, negated, strength: NOTHING.test(judged.expected ?? '') ? 'truthy' : 'bound' };
}

const RANKS: readonly Judged['strength'][] = ['tautology', 'truthy', 'bound', 'type', 'structure', 'exact'];

/** Of several that must hold together the strongest, of several one of which is enough the weakest. */
export const strongest = (all: readonly Judged['strength'][]): Judged['strength'] => pick(all, Math.max);
export const weakest = (all: readonly Judged['strength'][]): Judged['strength'] => pick(all, Math.min);

const pick = (all: readonly Judged['strength'][], choose: (...ranks: number[]) => number): Judged['strength'] =>
  RANKS[choose(...all.map((strength) => RANKS.indexOf(strength)))] ?? 'truthy';
