import type { Waste, WasteCause } from '@assay/schema';
import { expect, test } from 'vitest';
import { sumWaste } from './sum-waste.ts';

const waste = (...entries: [WasteCause, number | null, number | null][]): Waste => ({
  tokens: null,
  cost_usd: null,
  wall_ms: null,
  entries: entries.map(([cause, cost_usd, wall_ms]) => ({
    cause,
    tokens: null,
    cost_usd,
    wall_ms,
    refs: [],
    refs_omitted: 0,
  })),
});

test('adds up causes, the costliest first; a cause that took nothing is left out', () => {
  const first = waste(['request', 2, 100], ['reread', 0, 0], ['failed_calls', 0.5, null]);
  const second = waste(['request', null, 50], ['reread', 3, 10]);
  expect(sumWaste([first, second])).toEqual([
    { cause: 'reread', sessions: 1, cost_usd: 3, wall_ms: 10 },
    { cause: 'request', sessions: 2, cost_usd: 2, wall_ms: 150 },
    { cause: 'failed_calls', sessions: 1, cost_usd: 0.5, wall_ms: null },
  ]);
  expect(sumWaste([])).toEqual([]);
});
