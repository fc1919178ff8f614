import { expect, test } from 'vitest';
import { findDays, formatMonth, formatStart, listStarts, readTrendsState } from './trends-state.ts';

const NOW = Date.parse('2026-03-15T23:00:00Z');

test('unknown values of the address become defaults; the period follows the range', () => {
  expect(readTrendsState({ range: 'x', by: '__proto__', sort: 'rm', show: ['rate'] })).toEqual({
    range: '90d',
    period: 'week',
    by: 'agent',
    show: 'rate',
    sort: 'cost',
    order: 'desc',
  });
  expect(readTrendsState({ range: 'last_month', sort: 'name' })).toMatchObject({ period: 'day', order: 'asc' });
});

test.each([
  ['this_month', '2026-03-01', '2026-03-15'],
  ['last_month', '2026-02-01', '2026-02-28'],
  ['90d', '2025-12-16', '2026-03-15'],
  ['12m', '2025-04-01', '2026-03-15'],
] as const)('%s is from %s to %s', (range, since, until) => {
  expect(findDays(range, NOW)).toEqual({ since, until });
});

test('periods without runs are listed too; weeks start on Monday', () => {
  expect(listStarts({ since: '2026-02-27', until: '2026-03-02' }, 'day')).toEqual([
    '2026-02-27',
    '2026-02-28',
    '2026-03-01',
    '2026-03-02',
  ]);
  expect(listStarts({ since: '2026-03-01', until: '2026-03-10' }, 'week')).toEqual([
    '2026-02-23',
    '2026-03-02',
    '2026-03-09',
  ]);
  expect(listStarts({ since: '2025-12-05', until: '2026-02-01' }, 'month')).toEqual([
    '2025-12-01',
    '2026-01-01',
    '2026-02-01',
  ]);
});

test('dates in words', () => {
  expect([formatMonth('2026-10-01'), formatStart('2026-10-05', 'week'), formatStart('2026-10-01', 'month')]).toEqual([
    'October',
    'Oct 5',
    'Oct 2026',
  ]);
});
