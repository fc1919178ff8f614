import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-16T00:00:00Z');

test.each([
  { header: null, ms: undefined, why: 'nothing was said' },
  { header: '0', ms: 0, why: 'at once' },
  { header: ' 12 ', ms: 12_000, why: 'seconds' },
  { header: 'Mon, 16 Nov 2026 00:00:07 GMT', ms: 7_000, why: 'a date' },
  { header: 'Sun, 15 Nov 2026 00:00:00 GMT', ms: 0, why: 'a date that has passed' },
  { header: 'soon', ms: undefined, why: 'nothing one can read' },
  { header: '99999999999999', ms: undefined, why: 'no time anybody has' },
  { header: '-5', ms: expect.toSatisfy((value) => value === undefined || value >= 0), why: 'never into the past' },
])('$header is $ms: $why', ({ header, ms }) => {
  expect(parseRetryAfter(header, now)).toEqual(ms);
});
