import { type ComparedRun, type Comparison, SequentialVerdict, Thresholds, Verdict, VerdictInput } from '@assay/schema';
import { expect, test } from 'vitest';
import { score } from '../registry.ts';
import { composeHeadline } from './headline.ts';
import { DEFAULT_THRESHOLDS } from './widened-thresholds.ts';

type Decided = Partial<Comparison['verdict']> & Pick<Comparison, 'to_settle'>;

const headlineOf = ({ to_settle, ...verdict }: Decided) =>
  composeHeadline({
    baseline: { label: 'Claude', agents: [], configuration: null },
    candidate: { label: 'Codex', agents: [], configuration: null },
    tasks: [],
    input: { baseline: [], candidate: [], thresholds: Thresholds.parse({}) },
    to_settle,
    verdict: { verdict: 'neutral', net_gain: 0, regressions: [], deltas: [], ...REPEATED, ...verdict },
  } as unknown as Comparison);

const REPEATED = { formula: 'verdict', formula_version: '3' };
const SINGLE = { formula: 'verdict', formula_version: '1' };

const regression = (task_id: string | null, status: 'proven' | 'suspected') =>
  ({ task_id, status, kind: 'composite_drop', reason: 'it drops', p_value: 0.01, proof_at: 0.01 }) as const;
const pooled = (kind: 'pooled_objective_drop' | 'effect_drop') => ({ ...regression(null, 'suspected'), kind });
const wide = { low: -0.3, high: 0.2 };
const narrow = { low: -0.02, high: 0.01 };

test.each<[string, Decided]>([
  ['Codex is better than Claude', { verdict: 'improved', interval: { low: 0.02, high: 0.2 }, to_settle: null }],
  ['Codex is worse than Claude', { verdict: 'regressed', interval: { low: -0.2, high: -0.02 }, to_settle: null }],
  [
    'Codex is worse on fix-race',
    { verdict: 'regressed', interval: wide, regressions: [regression('fix-race', 'proven')], to_settle: null },
  ],
  [
    'Codex is worse on 2 tasks',
    {
      verdict: 'regressed',
      interval: wide,
      regressions: [regression('a', 'proven'), regression('b', 'proven')],
      to_settle: null,
    },
  ],
  [
    'Codex is worse on the checks of all tasks together',
    { verdict: 'regressed', interval: wide, regressions: [regression(null, 'proven')], to_settle: null },
  ],
  ["Can't tell: one run per task and side", { ...SINGLE, verdict: 'improved', promote: true, to_settle: null }],
  [
    "Can't tell yet: 24 more runs, $9.12",
    { interval: wide, underpowered: true, to_settle: { runs: 24, cost_usd: 9.12 } },
  ],
  [
    "Can't tell yet: 1 more run, cost unknown",
    { interval: wide, underpowered: true, to_settle: { runs: 1, cost_usd: null } },
  ],
  ["Can't tell yet: too few runs", { interval: wide, underpowered: true, to_settle: null }],
  ["Can't tell: one run per task and side", { ...SINGLE, to_settle: null }],
  ["Can't tell: no task has usable runs on both sides", { underpowered: true, to_settle: null }],
  [
    'No difference of 5 points or more',
    { interval: { low: -0.049, high: 0.03 }, underpowered: false, to_settle: null },
  ],
  [
    "Can't tell: the difference is between −2 and +7 points",
    { interval: { low: -0.02, high: 0.07 }, underpowered: false, to_settle: null },
  ],
  [
    'Codex is better than Claude on average, but may be worse on fix-race',
    { interval: { low: 0.02, high: 0.2 }, regressions: [regression('fix-race', 'suspected')], to_settle: null },
  ],
  [
    "Can't tell: Codex may pass fewer checks",
    { interval: narrow, regressions: [pooled('effect_drop'), pooled('pooled_objective_drop')], to_settle: null },
  ],
  [
    "Can't tell: Codex may be worse over all tasks",
    { interval: narrow, regressions: [pooled('effect_drop')], to_settle: null },
  ],
])('%s', (text, decided) => {
  expect(headlineOf(decided).text).toBe(text);
});

type Runs = readonly (readonly (number | 'errored')[])[];

const composeInput = (baseline: Runs, candidate: Runs): VerdictInput => {
  const runs = (tasks: Runs): ComparedRun[] =>
    tasks.flatMap((composites, index) =>
      composites.map((composite) =>
        composite === 'errored'
          ? { task_id: `t${index}`, error: 'scorer_crashed' }
          : { task_id: `t${index}`, composite, checks: { passed: 5, total: 5 } },
      ),
    );
  return VerdictInput.parse({ baseline: runs(baseline), candidate: runs(candidate) });
};

const times = <Value>(count: number, value: Value): Value[] => Array.from({ length: count }, () => value);

test('the default thresholds are those of the schema', () => {
  expect(DEFAULT_THRESHOLDS).toEqual(Thresholds.parse({}));
});

test('a loss on one of many tasks is named, although the mean rules out a difference', () => {
  const equal = times(11, [0.8, 0.81, 0.79, 0.8, 0.82]);
  const input = composeInput([[0.8, 0.81, 0.79, 0.8, 0.82], ...equal], [[0.5, 0.51, 0.49, 0.5, 0.52], ...equal]);
  const verdict = Verdict.parse(score('verdict', input));
  expect(verdict).toMatchObject({ verdict: 'neutral', interval: { low: expect.any(Number) } });
  expect(headlineOf({ ...verdict, to_settle: null })).toEqual({
    answer: "can't tell",
    tone: 'muted',
    text: "Can't tell: Codex may be worse on t0",
  });
});

const SPREAD = [0.8, 0.86, 0.77, 0.83];

test('a comparison that is settled by its interval is the same, however little its last look could show', () => {
  const input = composeInput(times(4, SPREAD), times(4, SPREAD));
  const verdict = SequentialVerdict.parse(score('sequential', { ...input, look: { taken: 4, planned: 4 } }));
  expect(verdict).toMatchObject({ settled: true, underpowered: true, regressions: [] });
  for (const to_settle of [null, { runs: 32, cost_usd: 1 }])
    expect(headlineOf({ ...verdict, to_settle }).text).toBe('No difference of 5 points or more');
});

test('repeated runs that all errored are not called one run per task', () => {
  const verdict = Verdict.parse(
    score('verdict', composeInput(times(3, times(5, 0.8)), times(3, times(5, 'errored' as const)))),
  );
  expect(headlineOf({ ...verdict, to_settle: null })).toEqual({
    answer: 'worse',
    tone: 'bad',
    text: 'Codex is worse on 3 tasks: no task has usable runs on both sides',
  });
});
