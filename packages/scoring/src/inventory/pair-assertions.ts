import type { TestAssertion } from '@assay/schema';

/** An assertion before and after. */
export interface AssertionPair {
  readonly before: TestAssertion;
  readonly after: TestAssertion;
}

export interface AssertionPairs {
  readonly kept: readonly AssertionPair[];
  readonly lost: readonly TestAssertion[];
  readonly gained: readonly TestAssertion[];
}

/** Whether an assertion can fail at all. */
export const canFail = ({ strength }: TestAssertion): boolean => strength !== 'tautology';

type Key = (assertion: TestAssertion) => string | null;

const join = (...parts: readonly (string | boolean | number | null)[]): string => parts.join('\0');
const KEYS: readonly (readonly [before: Key, after: Key])[] = [
  same(({ subject, expected, negated, strength, tolerance }) => join(subject, expected, negated, strength, tolerance)),
  same(({ subject, expected, negated }) => join(subject, expected, negated)),
  // some assertions name the expected value first
  [({ subject, expected }) => join(subject, expected), ({ subject, expected }) => join(expected, subject)],
  same(({ subject, expected }) => join(subject, expected)),
  same(({ subject, strength, negated }) => join(subject, strength, negated)),
  same(({ subject }) => subject),
];

function same(key: Key): readonly [before: Key, after: Key] {
  return [key, key];
}

/** Matches each assertion of a test: unchanged, else by the same subject. */
export function pairAssertions(before: readonly TestAssertion[], after: readonly TestAssertion[]): AssertionPairs {
  const open = { before: new Set(before), after: new Set(after) };
  const kept: AssertionPair[] = [];
  for (const [keyBefore, keyAfter] of KEYS) {
    if (open.before.size === 0 || open.after.size === 0) break;
    const waiting = new Map<string | null, TestAssertion[]>();
    for (const assertion of open.after) {
      const key = keyAfter(assertion);
      const group = waiting.get(key);
      if (group === undefined) waiting.set(key, [assertion]);
      else group.push(assertion);
    }
    for (const assertion of [...open.before]) {
      const found = waiting.get(keyBefore(assertion))?.shift();
      if (found === undefined) continue;
      open.before.delete(assertion);
      open.after.delete(found);
      kept.push({ before: assertion, after: found });
    }
  }
  return { kept, lost: [...open.before], gained: [...open.after] };
}
