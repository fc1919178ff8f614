import { expect, test } from 'vitest';
import { assertion, testCase } from '../../test/inventory.ts';
import { countDoubtful } from './doubtful-losses.ts';

const a = assertion('a');
const b = assertion('b');
const c = assertion('c');
const x = assertion('x');
const y = assertion('y');
type Assertion = ReturnType<typeof assertion>;

function doubt({ lost, gained, explained, used }: Record<'lost' | 'gained' | 'explained' | 'used', Assertion[]>) {
  const path = 'test_a.py';
  const before = { path, test: testCase('test_a', lost) };
  const after = { path, test: testCase('test_a', gained) };
  const losses = lost.map((one) => ({ path, assertion: one, before, after }));
  const gains = gained.map((one) => ({ path, assertion: one, after }));
  const explanation = {
    explained: new Set(losses.filter((loss) => explained.includes(loss.assertion))),
    used: new Set(gains.filter((gain) => used.includes(gain.assertion))),
  };
  return countDoubtful(explanation, { losses, gains });
}

test.each([
  { lost: [a, b, c], gained: [x], explained: [a, b, c], used: [x], doubtful: 0, why: 'one replaces three' },
  { lost: [a, b], gained: [x, y], explained: [a, b], used: [x], doubtful: 1, why: 'as many as before' },
  { lost: [a, b, c], gained: [x], explained: [a, b], used: [x], doubtful: 1, why: 'something else is gone' },
  { lost: [a, b], gained: [], explained: [a, b], used: [], doubtful: 0, why: 'covered by existing assertions' },
])('in a surviving test, $doubtful explained losses are doubtful: $why', ({ doubtful, ...changes }) =>
  expect(doubt(changes)).toBe(doubtful),
);
