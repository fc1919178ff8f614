import { expect, test } from 'vitest';
import { readDuration } from './duration-option.ts';

test.each([
  ['90s', 90_000],
  ['10m', 600_000],
  ['2h', 7_200_000],
  ['30d', 2_592_000_000],
  [undefined, undefined],
])('%s', (text, expected) => {
  expect(readDuration('budget', text)).toBe(expected);
});

test.each(['10', '0m', '1.5h', '10 m', 'm', '-1s', '100000s'])('%s is a usage error', (text) => {
  expect(() => readDuration('budget', text)).toThrow(/--budget: expected a duration such as 90s/);
});
