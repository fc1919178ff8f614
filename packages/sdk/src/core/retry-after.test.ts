import { expect, test } from 'vitest';
import { parseRetryAfter } from './retry-after.ts';

const now = Date.parse('2026-11-16T00:00:00Z');

test.each([
  { header: null, ms: undefined, why: 'no header' },
  { header: '0', ms: 0, why: 'zero seconds' },
  { header: ' 12 ', ms: 12_000, why: 'seconds' },
  { header: 'Mon, 16 Nov 2026 00:00:07 GMT', ms: 7_000, why: 'a date' },
  { header: 'Sun, 15 Nov 2026 00:00:00 GMT', ms: 0, why: 'a date in the past' },
  { header: 'soon', ms: undefined, why: 'unreadable text' },
  { header: '99999999999999', ms: undefined, why: 'too many digits' },
  { header: '-5', ms: expect.toSatisfy((value) => value === undefined || value >= 0), why: 'never negative' },
])('$header is $ms: $why', ({ header, ms }) => {
  expect(parseRetryAfter(header, now)).toEqual(ms);
});
