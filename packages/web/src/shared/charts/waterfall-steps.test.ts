import { expect, test } from 'vitest';
import { shortenSteps, waterfallSteps } from './waterfall-steps.ts';

const LEDGER = [
  { points: 2, reason: 'latency', ref: null },
  { points: -0.5, reason: 'rounding', ref: null },
  { points: 10, reason: 'error_rate', ref: 'stages[1]' },
];

test('starts with the largest loss at the maximum and ends with rounding at the score', () => {
  expect(waterfallSteps(LEDGER).map(({ entry, low, high, kind }) => [entry.reason, low, high, kind])).toEqual([
    ['error_rate', 90, 100, 'loss'],
    ['latency', 88, 90, 'loss'],
    ['rounding', 88, 88.5, 'gain'],
  ]);
});

test('the short form keeps rounding and every step', () => {
  const { first, rest, last } = shortenSteps(waterfallSteps(LEDGER), 1);
  expect([first, rest, last].map((steps) => steps.map(({ entry }) => entry.reason))).toEqual([
    ['error_rate'],
    ['latency'],
    ['rounding'],
  ]);
});
