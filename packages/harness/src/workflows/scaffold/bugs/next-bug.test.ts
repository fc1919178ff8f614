import { expect, test } from 'vitest';
import { nextBug } from './next-bug.ts';
import type { BugCandidate } from './planted-bug.ts';

const bug = (path: string, owner: number, line = owner): BugCandidate => ({
  ...{ path, owner, line },
  ...{ before: '', after: '', function: null, beside_tests: path === 'tested' },
});
const [a1, a2, a2b, b1] = [bug('a', 1), bug('a', 2), bug('a', 2, 9), bug('b', 1)];
const candidates = [a1, a2, a2b, b1];
const never = (): boolean => false;

test.each([
  { tried: [], found: [], canAsk: never, next: a1, why: 'the first' },
  { tried: [a1], found: [a1], canAsk: never, next: b1, why: 'another file' },
  { tried: [a1], found: [], canAsk: never, next: b1, why: 'another file after nothing was noticed' },
  { tried: [a1, b1], found: [a1, b1], canAsk: never, next: a2, why: 'another function' },
  { tried: [a2, b1], found: [a2, b1], canAsk: never, next: a1, why: 'never the same function' },
  { tried: [a1, a2, b1], found: [a1, b1], canAsk: never, next: a2b, why: 'another place of a function' },
  { tried: [a1, a2, b1], found: [a1, a2, b1], canAsk: never, next: undefined, why: 'none is left' },
  { tried: [], found: [], canAsk: ({ path }: BugCandidate) => path === 'b', next: b1, why: 'one to ask about' },
])('takes $why', ({ tried, found, canAsk, next }) => {
  expect(nextBug({ candidates, tried, found, canAsk })).toBe(next);
});

test('prefers files without tests', () => {
  const [tested, plain] = [bug('tested', 1), bug('plain', 1)];
  expect(nextBug({ candidates: [tested, plain], tried: [], found: [], canAsk: never })).toBe(plain);
});

test('never takes two bugs in one line', () => {
  const same = [bug('a', 1, 5), bug('a', 2, 5)];
  expect(nextBug({ candidates: same, tried: [], found: [same[0] as BugCandidate], canAsk: never })).toBeUndefined();
});
