import { composeHeadline } from '@assay/scoring';
import { expect, test } from 'vitest';
import { compareMeasured, measured, measuredRuns } from '../../../test/measured-run.ts';
import type { MeasuredRun } from './measured-run.ts';

const TASKS = ['one', 'two', 'three'];

const weak = measuredRuns(TASKS, 3, { passed: 1 });
const strong = measuredRuns(TASKS, 3);
const OBSTACLE = 'not caused by the agent but by the environment: model_unavailable, the model answered 529';
const broken = (scenario: string) => measured({ scenario, obstacle: OBSTACLE });

test('improved on every task, with both sides of each', () => {
  const found = compareMeasured(weak, strong, { proven: new Set(['a'.repeat(64)]) });
  expect(found.verdict).toMatchObject({ verdict: 'improved', promote: true, formula_version: '3' });
  expect(found.tasks).toHaveLength(3);
  expect(found.tasks[0]).toMatchObject({
    task_id: 'one',
    proven: true,
    baseline: { composite: expect.closeTo(0.2, 12), passed: 3, checks: 15, cost_usd: expect.closeTo(0.1, 12) },
    candidate: { composite: 1, passed: 15, checks: 15 },
  });
  expect(found.spent_usd).toBeCloseTo(1.8, 12);
  expect(found.to_settle).toBeNull();
});

test('one run per task and side is judged like repeats, so that one better run is no improvement', () => {
  const found = compareMeasured(measuredRuns(['one'], 1, { passed: 0 }), measuredRuns(['one'], 1));
  expect(found.verdict).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true, formula_version: '3' });
  expect(found.to_settle?.runs).toBe(6);
});

test('two agents are compared again by the command that names both', () => {
  const { confirmation } = compareMeasured(
    measuredRuns(['one'], 2, { agent: 'a' }),
    measuredRuns(['one'], 2, { agent: 'b', passed: 3 }),
  );
  expect(confirmation?.commands).toEqual(['assay compare one --agent b --against a --repeat 5']);
});

test('an unsettled comparison reports how many more runs are needed, and their cost', () => {
  const noisy = TASKS.flatMap((scenario) => [0, 5, 0, 5].map((passed) => measured({ scenario, passed })));
  const { verdict, to_settle } = compareMeasured(noisy, noisy);
  expect(verdict).toMatchObject({ verdict: 'neutral', underpowered: true });
  const more = 6 * ((verdict.runs_needed as number) - 4);
  expect(to_settle?.runs).toBe(more);
  expect(to_settle?.cost_usd).toBeCloseTo(0.1 * more, 9);
});

test('a sequential look is reported and requires more of the candidate', () => {
  const found = compareMeasured(weak, strong, { look: { taken: 1, planned: 4 } });
  expect(found.looks).toMatchObject({ taken: 1, planned: 4, settled: true });
  expect(found.looks?.alpha).toBeLessThan(0.025);
  expect(found.verdict.formula).toBe('sequential');
});

test('excludes and lists runs that failed for a reason that is not the agent’s', () => {
  const found = compareMeasured([...weak, broken('one')], [...strong, broken('one')]);
  expect(found.verdict.verdict).toBe('improved');
  expect(found.left_out.map(({ side }) => side)).toEqual(['baseline', 'candidate']);
});

test('nothing is improved where the sides err at different rates, and that is said first', () => {
  const found = compareMeasured(weak, [...strong, broken('one')]);
  const uneven = '0 of 9 runs of the baseline erred, and 1 of 10 of the candidate';
  expect(found.verdict).toMatchObject({ verdict: 'neutral', promote: false, uneven_errors: uneven });
  expect(found.verdict.warnings[0]).toContain(uneven);
  expect(composeHeadline(found).text).toBe(`Can't tell: ${uneven}`);
  expect(found.left_out).toEqual([{ run_id: expect.any(String), side: 'candidate', task_id: 'one', reason: OBSTACLE }]);
});

test('with several agents, a task is a scenario and an agent; one agent per side is compared with the other', () => {
  const both = (passed: number) => ['a', 'b'].flatMap((agent) => measuredRuns(['one'], 2, { agent, passed }));
  expect(compareMeasured(both(1), both(1)).tasks.map(({ task_id }) => task_id)).toEqual(['one · a', 'one · b']);
  const [task] = compareMeasured(
    measuredRuns(['one'], 2, { agent: 'a' }),
    measuredRuns(['one'], 2, { agent: 'b' }),
  ).tasks;
  expect(task).toMatchObject({ task_id: 'one', agent: 'a → b' });
});

test('an agent with another model has another name', () => {
  const found = compareMeasured(weak, measuredRuns(TASKS, 3, { model: 'large' }));
  expect([found.baseline.agents, found.candidate.agents]).toEqual([['bot'], ['bot (large)']]);
  expect(found.tasks.map(({ agent }) => agent)).toEqual(['bot', 'bot', 'bot']);
});

test('runs of an interrupted round are listed and count only as cost', () => {
  const unused = { ...measured(), of: 'candidate' as const, reason: 'the budget was used up' };
  const found = compareMeasured(weak, strong, { unused: [unused] });
  expect(found.left_out).toEqual([
    { run_id: unused.run_id, side: 'candidate', task_id: 'one', reason: 'the budget was used up' },
  ]);
  expect(found.spent_usd).toBeCloseTo(1.9, 12);
  expect(found.verdict).toEqual(compareMeasured(weak, strong).verdict);
});

test('a task lost in every earlier run is suspected, with the runs that would settle it', () => {
  const passing = measuredRuns(TASKS, 2);
  const losing = [...measuredRuns(['two'], 2, { passed: 3 }), ...measuredRuns(['one', 'three'], 2)];
  const found = compareMeasured(passing, losing);
  expect(found.verdict).toMatchObject({ verdict: 'neutral', promote: false, underpowered: true });
  expect(found.verdict.regressions[0]).toMatchObject({ task_id: 'two', kind: 'task_lost', status: 'suspected' });
  expect(found.confirmation).toEqual({
    tasks: [],
    ended: 'not_made',
    reason: 'earlier runs are compared without new ones: 5 fresh runs on each side of two would settle it',
    commands: [
      'assay run two --agent bot --repeat 5 --label fresh-baseline   # with the settings of the baseline',
      'assay run two --agent bot --repeat 5 --label fresh-candidate   # with the settings of the candidate',
      'assay compare fresh-baseline fresh-candidate',
    ],
  });
});

test('fresh runs are separate, judged alone, counted as cost, and named as in the first stage', () => {
  const side = (passed: number) => ['a', 'b'].flatMap((agent) => measuredRuns(['one'], 2, { agent, passed }));
  const lost = [...measuredRuns(['one'], 2, { agent: 'a', passed: 1 }), ...measuredRuns(['one'], 2, { agent: 'b' })];
  const second = {
    looks_taken: 1,
    baseline: measuredRuns(['one'], 5, { agent: 'a' }),
    candidate: measuredRuns(['one'], 5, { agent: 'a', passed: 1 }),
    cut_short: null,
  };
  const found = compareMeasured(side(5), lost, { seed: 'x', second });
  expect(found.verdict.regressions[0]).toMatchObject({ task_id: 'one · a', kind: 'task_lost', status: 'proven' });
  expect(found.confirmation).toMatchObject({ ended: 'proven', tasks: [{ task_id: 'one · a' }] });
  expect(found.input.baseline).toHaveLength(4);
  expect(found.input.confirmation?.baseline).toHaveLength(5);
  expect(found.spent_usd).toBeCloseTo(1.8, 12);
});

/* Attempts to bypass the gate. */

test('rejects a duplicate run', () => {
  const [first] = strong as [MeasuredRun, ...MeasuredRun[]];
  expect(() => compareMeasured(weak, [...strong, first])).toThrow(
    expect.objectContaining({ code: 'conflict', message: expect.stringContaining(first.run_id) }),
  );
});

test.each([
  { condition: 'task', value: 'c'.repeat(64), says: 'the scenario or its files changed' },
  { condition: 'scorers', value: 'c'.repeat(64), says: 'different scorers' },
  { condition: 'sandbox', value: 'local, not isolated', says: 'different sandboxes' },
  { condition: 'limits', value: '{"cpus":8}', says: 'different resources' },
])('rejects a candidate with another $condition', ({ condition, value, says }) => {
  const [first] = strong as [MeasuredRun, ...MeasuredRun[]];
  const other = { ...first, conditions: { ...first.conditions, [condition]: value } };
  expect(() => compareMeasured(weak, [other, ...strong.slice(1)])).toThrow(
    expect.objectContaining({ code: 'conflict', message: expect.stringContaining(says) }),
  );
});

test.each([
  { why: 'a task is missing', cand: measuredRuns(TASKS.slice(1), 3), verdict: 'regressed' },
  {
    why: 'checks are missing',
    base: measuredRuns(TASKS, 3, { passed: 4, total: 8 }),
    cand: measuredRuns(TASKS, 3, { passed: 2, total: 2 }),
    verdict: 'regressed',
  },
  { why: 'it has fewer repeats', cand: measuredRuns(TASKS, 2), verdict: 'neutral' },
  { why: 'a bad run was dropped', cand: strong.slice(1), verdict: 'neutral' },
  { why: 'a bad run failed in the environment', cand: [broken('one'), ...strong.slice(1)], verdict: 'neutral' },
  { why: 'its scorers were broken', cand: [measured({ error: 'x' }), ...strong.slice(1)], verdict: 'neutral' },
  { why: 'the agent always fails', cand: measuredRuns(TASKS, 3, { failed: true }), verdict: 'regressed' },
  {
    why: 'only new tasks are better',
    cand: [...weak, ...measuredRuns(['new'], 3)],
    verdict: 'neutral',
  },
  {
    why: 'one run lost its checks',
    cand: [measured({ passed: 0, total: 0 }), ...strong.slice(1)],
    verdict: 'improved',
  },
])('does not promote when $why', ({ base = weak, cand, verdict }) => {
  expect(compareMeasured(base, cand).verdict).toMatchObject({ verdict, promote: false });
});

test('rejects non-finite numbers of a run', () => {
  const [first] = strong as [MeasuredRun, ...MeasuredRun[]];
  for (const tokens of [Number.NaN, Number.POSITIVE_INFINITY, -1]) {
    const other = { ...first, parts: { ...first.parts, cost: { tokens } } };
    expect(() => compareMeasured(weak, [other, ...strong.slice(1)])).toThrow(
      expect.objectContaining({ code: 'invalid_input', path: 'cost.tokens' }),
    );
  }
});

test.each([-0.01, 2, Number.NaN])('rejects a threshold of %d', (threshold) => {
  for (const name of ['min_composite_gain', 'regression_composite_drop'])
    expect(() => compareMeasured(weak, strong, { thresholds: { [name]: threshold } })).toThrow(
      expect.objectContaining({ code: 'invalid_input' }),
    );
});

test('a task without a usable run on either side gives an error with the reason', () => {
  const down = TASKS.map(broken);
  expect(() => compareMeasured(down, down)).toThrow(
    expect.objectContaining({ code: 'agent_unavailable', message: expect.stringContaining('529') }),
  );
});

test('a side without usable runs is not ignored', () => {
  expect(compareMeasured(weak, TASKS.map(broken)).verdict).toMatchObject({ verdict: 'regressed' });
  const found = compareMeasured(
    [...TASKS.slice(1).flatMap((name) => measuredRuns([name], 3, { passed: 1 })), broken('one')],
    strong,
  );
  expect(found.verdict).toMatchObject({ promote: false });
  expect(found.verdict.warnings[1]).toContain('no usable baseline run');
});
