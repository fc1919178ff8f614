import { expect, test } from 'vitest';
import { describeOutcome, judgeTask } from './task-outcome.ts';

const delta = (composite_delta: number | null, low?: number, high?: number) => ({
  composite_delta,
  ...(low === undefined || high === undefined ? {} : { interval: { low, high } }),
});
const proven = { status: 'proven' } as const;
const suspected = { status: 'suspected' } as const;

test.each([
  { of: delta(-0.2, -0.3, -0.1), regressions: [proven], is: 'worse (proven)' },
  { of: delta(0.2, 0.1, 0.3), regressions: [proven], is: 'worse (proven)', why: 'fewer checks passed' },
  { of: delta(null), regressions: [proven], is: 'worse (proven)', why: 'the candidate did not produce it' },
  {
    of: delta(-0.02, -0.03, -0.001),
    regressions: [],
    is: 'worse (likely)',
    why: 'a small drop that no test looks for',
  },
  { of: delta(-0.2, -0.3, -0.1), regressions: [suspected], is: 'worse (likely)' },
  { of: delta(-0.2, -0.3, 0), regressions: [], is: "can't tell", why: 'zero is included' },
  { of: delta(-0.2, -0.5, 0.1), regressions: [suspected], is: "can't tell (suspected)" },
  { of: delta(0.2, 0.1, 0.3), regressions: [suspected], is: "can't tell (suspected)", why: 'some runs errored' },
  { of: delta(null), regressions: [suspected], is: "can't tell (suspected)" },
  { of: delta(null), regressions: [], is: "can't tell (not comparable)" },
  { of: undefined, regressions: [], is: "can't tell (not comparable)", why: 'only the candidate has it' },
  { of: delta(-0.4), regressions: [], is: "can't tell (one run)" },
  { of: delta(0.2, 0, 0.3), regressions: [], is: "can't tell" },
  { of: delta(0.2, 0.001, 0.3), regressions: [], is: 'better' },
])('$of with $regressions is $is', ({ of, regressions, is }) => {
  expect(describeOutcome(judgeTask(of, regressions))).toBe(is);
});
