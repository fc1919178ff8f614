import { expect, test } from 'vitest';
import { computePassRate, formatCounts } from './pass-rate.ts';

const NONE = { passed: 0, not_passed: 0, tampered: 0, unchecked: 0, errored: 0 };

test.each([
  { counts: {}, rate: null, says: '0 of 0 runs passed', why: 'no run' },
  { counts: { passed: 1 }, rate: 1, says: '1 of 1 run passed', why: 'all passed' },
  { counts: { not_passed: 2, tampered: 1 }, rate: 0, says: '0 of 2 runs passed, 1 tampered', why: 'none passed' },
  { counts: { passed: 1, not_passed: 2 }, rate: 1 / 3, says: '1 of 3 runs passed', why: 'a share' },
  {
    counts: { passed: 1, unchecked: 3, errored: 2 },
    rate: 1,
    says: '1 of 6 runs passed, 3 unchecked, 2 errors',
    why: 'errors and unchecked runs are in the number of runs, not in the rate',
  },
  { counts: { errored: 1 }, rate: null, says: '0 of 1 run passed, 1 error', why: 'only an error' },
])('$counts: $says ($why)', ({ counts, rate, says }) => {
  expect(computePassRate({ ...NONE, ...counts })).toBe(rate);
  expect(formatCounts({ ...NONE, ...counts })).toBe(says);
});
