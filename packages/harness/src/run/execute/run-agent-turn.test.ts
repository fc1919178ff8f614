import { expect, test } from 'vitest';
import type { Spent } from '../plan/run-request.ts';
import { spentIn } from './run-agent-turn.ts';

const told = (tokens: number | null, cost_usd_micros: number | null) => ({
  glance: () => ({
    session_id: null,
    cost_usd_micros,
    usage:
      tokens === null
        ? null
        : { input_tokens: tokens - 1, cached_input_tokens: 5, cache_write_input_tokens: 5, output_tokens: 1 },
  }),
});
const spent = (tokens: number, cost_usd_micros: number | null): Spent => ({ tokens, cost_usd_micros });

test.each([
  { before: spent(0, null), now: told(null, null), totals: 'turn', sum: spent(0, null), why: 'all unknown' },
  { before: spent(0, null), now: told(10, 500_000), totals: 'turn', sum: spent(10, 500_000), why: 'the first turn' },
  {
    before: spent(10, 500_000),
    now: told(7, 250_000),
    totals: 'turn',
    sum: spent(17, 750_000),
    why: 'each turn reports its own',
  },
  {
    before: spent(10, 500_000),
    now: told(null, null),
    totals: 'turn',
    sum: spent(10, 500_000),
    why: 'this turn is unknown',
  },
  {
    before: spent(10, null),
    now: told(7, 250_000),
    totals: 'turn',
    sum: spent(17, 250_000),
    why: 'the earlier cost is unknown',
  },
  {
    before: spent(10, 500_000),
    now: told(17, 750_000),
    totals: 'session',
    sum: spent(17, 750_000),
    why: 'the total includes earlier turns',
  },
  {
    before: spent(10, 500_000),
    now: told(3, null),
    totals: 'session',
    sum: spent(10, 500_000),
    why: 'the total is not yet reported',
  },
] as const)('spent so far, reported per $totals: $why', ({ before, now, totals, sum }) => {
  expect(spentIn(before, now, totals)).toEqual(sum);
});
