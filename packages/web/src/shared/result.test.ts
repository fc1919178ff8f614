import type { Result } from '@assay/schema';
import { expect, test } from 'vitest';
import { answerTone, formatResult, hasColor, RESULTS, resultTone, scoreTone } from './result.ts';

test.each<{ result: Result; review: number; tone: string; says: string; colored: boolean }>([
  { result: 'passed', review: 0, tone: 'good', says: 'passed', colored: true },
  { result: 'passed', review: 1, tone: 'warn', says: 'passed, 1 integrity finding to review', colored: false },
  { result: 'passed', review: 2, tone: 'warn', says: 'passed, 2 integrity findings to review', colored: false },
  { result: 'failed', review: 0, tone: 'bad', says: 'failed', colored: false },
  { result: 'tampered', review: 0, tone: 'bad', says: 'tampered', colored: false },
  { result: 'unchecked', review: 0, tone: 'warn', says: 'unchecked', colored: false },
  { result: 'error', review: 0, tone: 'muted', says: 'error', colored: false },
])('$says is shown $tone', ({ result, review, tone, says, colored }) => {
  expect(resultTone({ result, review })).toBe(tone);
  expect(formatResult({ result, review })).toBe(says);
  expect(hasColor({ result, review })).toBe(colored);
});

test('only passed without findings to review is green', () => {
  const green = RESULTS.flatMap((result) =>
    [0, 1].filter((review) => resultTone({ result, review }) === 'good').map((review) => [result, review]),
  );
  expect(green).toEqual([['passed', 0]]);
});

test('a run without a result has no color', () => {
  expect(hasColor(null)).toBe(false);
});

test('in a run that did not pass, no score has color and no answer is green', () => {
  for (const tone of ['good', 'warn', 'bad', 'muted'] as const) {
    expect(scoreTone(tone, false)).toBe('muted');
    expect(scoreTone(tone, true)).toBe(tone);
    expect(answerTone(tone, true)).toBe(tone);
  }
  expect(answerTone('good', false)).toBe('muted');
  expect(answerTone('bad', false)).toBe('bad');
});
