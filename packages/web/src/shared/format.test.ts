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
  { ms: null, text: 'unknown', why: 'an unknown time is not zero' },
  { ms: 0, text: '0 ms', why: 'a known zero is' },
  { ms: 999, text: '999 ms', why: 'below a second' },
  { ms: 1_000, text: '1 s', why: 'no empty decimals' },
  { ms: 59_949, text: '59.9 s', why: 'never 60 s' },
  { ms: 59_960, text: '1 min 0 s', why: 'what would round to 60 s is a minute' },
  { ms: 7_260_000, text: '2 h 1 min', why: 'seconds do not matter by then' },
])('$ms ms is $text: $why', ({ ms, text }) => {
  expect(formatDuration(ms)).toBe(text);
});

test.each([
  { points: 6.97, text: '−6.97', why: 'a loss goes down' },
  { points: -0.33, text: '+0.33', why: 'rounding may give back' },
  { points: 0.004, text: '−<0.01', why: 'something lost is not nothing' },
])('$points points are $text: $why', ({ points, text }) => {
  expect(formatLoss(points)).toBe(text);
});

test('what is not there is not a number', () => {
  expect(formatScore(null)).toBe('–');
  expect(formatInstant('yesterday')).toBe('unknown');
  expect(formatInstant('2026-11-15T10:00:02.5+02:00')).toBe('2026-11-15 08:00:02 UTC');
});

test('sizes and counts', () => {
  expect([0, 999, 1_000, 999_499, 999_500].map(formatBytes)).toEqual(['0 B', '999 B', '1 kB', '999.5 kB', '1 MB']);
  expect([999_949_999, 999_950_000, 2_147_483_648].map(formatBytes)).toEqual(['999.9 MB', '1 GB', '2.1 GB']);
  expect([0, 1, 2].map((count) => formatNoun(count, 'run'))).toEqual(['0 runs', '1 run', '2 runs']);
});

test.each([
  { score: 1, text: '1.00', why: 'all decimals, to compare at a glance' },
  { score: 0.665, text: '0.67', why: 'half goes up' },
  { score: null, text: '–', why: 'no score is not zero' },
])('a scorer that scores $score shows $text: $why', ({ score, text }) => {
  expect(formatUnitScore(score)).toBe(text);
});
