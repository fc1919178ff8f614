import type { Lifecycle, ReputationReading } from '@assay/schema';
import { expect, test } from 'vitest';
import { agentFacts } from './agent-facts.ts';
import { formatLifecycle, isRanked } from './lifecycle.ts';

test.each<{ lifecycle: Lifecycle; eval_count: number; says: string; ranked: boolean }>([
  { lifecycle: 'new', eval_count: 0, says: 'new', ranked: false },
  { lifecycle: 'calibrating', eval_count: 37, says: 'calibrating 37/50', ranked: false },
  { lifecycle: 'active', eval_count: 50, says: 'active', ranked: true },
  { lifecycle: 'mature', eval_count: 900, says: 'mature', ranked: true },
])('$says', ({ lifecycle, eval_count, says, ranked }) => {
  expect(formatLifecycle({ lifecycle, eval_count })).toBe(says);
  expect(isRanked(lifecycle)).toBe(ranked);
});

const reading = (lifecycle: Lifecycle, eval_count: number): ReputationReading =>
  ({
    ...{ lifecycle, eval_count, n: eval_count, window_size: 500, streak: 7, pass_rate: 0.9, avg_latency_ms: 40 },
    ...{
      interval: eval_count < 50 ? null : { low: 400, high: 600 },
      sources: {},
      last_evaluated_at: null,
      stale: false,
    },
  }) as ReputationReading;

test('an uncalibrated agent shows only its progress', () => {
  const values = (lifecycle: Lifecycle, eval_count: number) =>
    agentFacts(reading(lifecycle, eval_count)).map(({ value }) => value);
  expect(values('calibrating', 37)).toEqual(['37/50', 'none', 'never']);
  expect(values('new', 0)).toEqual(['none', 'none', 'never']);
  expect(values('active', 60)).toContain('400 to 600');
});
