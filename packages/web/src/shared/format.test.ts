import { expect, test } from 'vitest';
import {
  formatBytes,
  formatDuration,
  formatInstant,
  formatLoss,
  formatNoun,
  formatScore,
  formatUnitScore,
} from './format.ts';

test.each([
  { ms: null, text: 'unknown', why: 'unknown is not zero' },
  { ms: 0, text: '0 ms', why: 'a known zero' },
  { ms: 999, text: '999 ms', why: 'below a second' },
  { ms: 1_000, text: '1 s', why: 'no empty decimals' },
  { ms: 59_949, text: '59.9 s', why: 'never 60 s' },
  { ms: 59_960, text: '1 min 0 s', why: '60 s after rounding is a minute' },
  { ms: 7_260_000, text: '2 h 1 min', why: 'no seconds above an hour' },
])('$ms ms is $text: $why', ({ ms, text }) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  { points: 6.97, text: '−6.97', why: 'a loss is negative' },
  { points: -0.33, text: '+0.33', why: 'rounding can be positive' },
  { points: 0.004, text: '−<0.01', why: 'a small loss is not zero' },
])('$points points are $text: $why', ({ points, text }) => {
  expect(formatLoss(points)).toBe(text);
});

test('formats missing and invalid values', () => {
  expect(formatScore(null)).toBe('–');
  expect(formatInstant('yesterday')).toBe('unknown');
  expect(formatInstant('2026-11-15T10:00:02.5+02:00')).toBe('2026-11-15 08:00:02 UTC');
});

test('formats sizes and counts', () => {
  expect([0, 999, 1_000, 999_499, 999_500].map(formatBytes)).toEqual(['0 B', '999 B', '1 kB', '999.5 kB', '1 MB']);
  expect([999_949_999, 999_950_000, 2_147_483_648].map(formatBytes)).toEqual(['999.9 MB', '1 GB', '2.1 GB']);
  expect([0, 1, 2].map((count) => formatNoun(count, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
});

test.each([
  { score: 1, text: '1.00', why: 'always two decimals' },
  { score: 0.665, text: '0.67', why: 'rounds half up' },
  { score: null, text: '–', why: 'no score is not zero' },
])('a unit score of $score is $text: $why', ({ score, text }) => {
  expect(formatUnitScore(score)).toBe(text);
});
