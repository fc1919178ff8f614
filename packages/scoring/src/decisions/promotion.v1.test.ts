import { expect, test } from 'vitest';
import { compute } from '../formula.ts';
import { promotionV1 } from './promotion.v1.ts';

const ready = {
  verdict: { verdict: 'improved', promote: true, regressions: [] },
  scenarios_proven: true,
  working_tree_clean: true,
  paths_outside_artifacts: [],
};

test('proposes a promotion when all conditions hold', () => {
  expect(compute(promotionV1, ready)).toMatchObject({ promote: true, blockers: [] });
});

test.each([
  { change: { verdict: { ...ready.verdict, verdict: 'neutral' } }, blocker: 'neutral' },
  { change: { verdict: { ...ready.verdict, promote: false } }, blocker: 'does not promote' },
  { change: { verdict: { ...ready.verdict, regressions: [{}] } }, blocker: '1 regressions' },
  { change: { scenarios_proven: false }, blocker: 'proved' },
  { change: { working_tree_clean: false }, blocker: 'uncommitted' },
  { change: { paths_outside_artifacts: ['src/index.ts'] }, blocker: 'src/index.ts' },
  { change: { aa: { required: true, recent: false } }, blocker: 'A/A' },
])('one failed condition is enough to block: $blocker', ({ change, blocker }) => {
  const { promote, blockers } = compute(promotionV1, { ...ready, ...change });
  expect(promote).toBe(false);
  expect(blockers).toEqual([expect.stringContaining(blocker)]);
});

test('lists all blockers at once', () => {
  const worst = {
    ...ready,
    verdict: { verdict: 'regressed', promote: false, regressions: [1, 2] },
    scenarios_proven: false,
    working_tree_clean: false,
  };
  expect(compute(promotionV1, worst).blockers).toHaveLength(5);
});

test('rejects a missing condition instead of assuming it', () => {
  const { scenarios_proven: _, ...silent } = ready;
  expect(() => compute(promotionV1, silent)).toThrow(expect.objectContaining({ path: 'scenarios_proven' }));
});
