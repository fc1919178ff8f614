import { expect, test } from 'vitest';
import { formatAgo } from './format-ago.ts';

const NOW = Date.parse('2026-11-16T12:00:00Z');

test.each([
  { at: '2026-11-16T11:59:30Z', told: 'now', why: 'less than a minute' },
  { at: '2026-11-16T12:00:30Z', told: 'now', why: 'the server clock is ahead' },
  { at: '2026-11-16T11:58:00Z', told: '2 min ago', why: 'minutes' },
  { at: '2026-11-16T09:30:00Z', told: '2 h ago', why: 'whole hours' },
  { at: '2026-11-13T12:00:00Z', told: '3 d ago', why: 'days' },
  { at: '2025-01-02T03:04:05Z', told: '2025-01-02', why: 'the date after 30 days' },
  { at: 'soon', told: 'unknown', why: 'not an instant' },
])('$at is $told: $why', ({ at, told }) => {
  expect(formatAgo(at, NOW)).toBe(told);
});
