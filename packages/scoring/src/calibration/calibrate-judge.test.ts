import { expect, test } from 'vitest';
import { seededRandom } from '../math/random.ts';
import { type ComparedOpinion, calibrateJudge } from './calibrate-judge.ts';
import { combineLabels } from './combine-labels.ts';
import { compareAnchors } from './compare-anchors.ts';
import { leniency, leniencyByLength } from './leniency.ts';

type Word = 'PASS' | 'FAIL';

const opinion = (verdict: Word) => ({
  verdict,
  task_completion: verdict === 'PASS' ? 5 : 2,
  instruction_adherence: verdict === 'PASS' ? 4 : 3,
  efficiency: null,
});

/** The given number of runs of each of the four kinds, with alternating agents. */
const runsOf = (...counts: [number, number, number, number]): ComparedOpinion[] =>
  (
    [
      ['PASS', 'PASS'],
      ['PASS', 'FAIL'],
      ['FAIL', 'PASS'],
      ['FAIL', 'FAIL'],
    ] as const
  ).flatMap(([judge, people], kind) =>
    Array.from({ length: counts[kind] as number }, (_, index) => ({
      agent: index % 2 === 0 ? 'one' : 'other',
      length: index,
      judge: opinion(judge),
      people: opinion(people),
    })),
  );

test.each([
  { counts: [20, 1, 1, 20], standing: 'calibrated', why: '40 of 42 verdicts agree' },
  { counts: [14, 6, 6, 14], standing: 'probation', why: 'kappa is 0.4' },
  { counts: [9, 2, 2, 9], standing: 'probation', why: 'kappa is 0.64, but may be as low as 0.3' },
  { counts: [9, 0, 0, 10], standing: 'uncalibrated', why: '19 runs are too few' },
  { counts: [30, 0, 0, 0], standing: 'uncalibrated', why: 'every run passed' },
  { counts: [0, 15, 15, 0], standing: 'probation', why: 'it always disagrees' },
])('$counts is $standing: $why', ({ counts, standing }) => {
  expect(calibrateJudge(runsOf(...(counts as [number, number, number, number]))).standing).toBe(standing);
});

test('counts, rates and ratings cover the runs that both judged', () => {
  const found = calibrateJudge(runsOf(6, 2, 1, 3));
  expect(found).toMatchObject({
    compared: 12,
    confusion: { pass_pass: 6, pass_fail: 2, fail_pass: 1, fail_fail: 3 },
    agreement: { value: 0.75, of: 12 },
    false_pass_rate: { value: 0.4, of: 5 },
    false_fail_rate: { value: 1 / 7, of: 7 },
    ratings: { efficiency: { value: null, of: 0 } },
  });
  expect(found.agent_bias.map(({ agent }) => agent)).toEqual(['one', 'other']);
  expect(found.kappa.value).toBeCloseTo((0.75 - (56 / 144 + 20 / 144)) / (1 - 76 / 144), 12);
});

test('leniency is how much more a judge passes than people do', () => {
  const pairs = runsOf(6, 3, 1, 2).map(({ judge, people }) => ({ judge: judge.verdict, people: people.verdict }));
  const { value, interval } = leniency(pairs);
  expect(value).toBeCloseTo(2 / 12, 12);
  // 2/14 ± 1.96 √((5 − 4/14)/14²), after Agresti and Min
  expect(interval?.low).toBeCloseTo(2 / 14 - (1.959964 * Math.sqrt(5 - 4 / 14)) / 14, 6);
});

test('a judge that passes all long runs has a matching length bias', () => {
  const runs = Array.from({ length: 40 }, (_, length) => ({
    length,
    people: 'FAIL' as const,
    judge: length < 20 ? ('FAIL' as const) : ('PASS' as const),
  }));
  expect(leniencyByLength(runs).value).toBe(1);
  expect(leniencyByLength(runs).interval?.low).toBeGreaterThan(0.7);
  expect(leniencyByLength(runs.slice(0, 3)).value).toBeNull();
});

test('95 of 100 intervals of the length bias contain the true value', () => {
  const random = seededRandom('length');
  const TIMES = 1000;
  let held = 0;
  for (let time = 0; time < TIMES; time++) {
    const runs = Array.from({ length: 40 }, (_, length) => {
      const drawn = random.below(100);
      // too lenient by 0.1 overall, and by 0.2 more on the longer half
      const lenient = drawn < (length < 20 ? 10 : 30);
      return { length, judge: lenient ? ('PASS' as const) : ('FAIL' as const), people: 'FAIL' as const };
    });
    const { interval } = leniencyByLength(runs);
    if (interval !== null && interval.low <= 0.2 && 0.2 <= interval.high) held++;
  }
  expect(held / TIMES).toBeGreaterThan(0.93);
});

test('the majority of people decides, and a tie decides nothing', () => {
  const label = (verdict: Word | null, task_completion?: number) => ({ run: 'x', verdict, task_completion });
  expect(combineLabels([label('PASS', 5), label('FAIL', 2), label('PASS', 4)])).toMatchObject({
    verdict: 'PASS',
    task_completion: 4,
    efficiency: null,
  });
  expect(combineLabels([label('PASS'), label('FAIL')])).toBeNull();
  expect(combineLabels([label(null)])).toBeNull();
});

test.each([
  { flips: 0, of: 20, shift: 0, drifted: false, why: 'no verdict changed' },
  { flips: 1, of: 5, shift: 0, drifted: false, why: 'one verdict may always flip' },
  { flips: 2, of: 20, shift: 0, drifted: false, why: 'one in ten may flip' },
  { flips: 3, of: 20, shift: 0, drifted: true, why: 'three of twenty are too many' },
  { flips: 0, of: 20, shift: -1, drifted: true, why: 'its ratings moved by a whole level' },
])('$flips of $of verdicts and $shift in ratings: $why', ({ flips, of, shift, drifted }) => {
  const anchors = Array.from({ length: of }, (_, index) => ({
    run_id: `run ${index}`,
    first: { ...opinion('PASS') },
    now: { ...opinion('PASS'), verdict: index < flips ? ('FAIL' as const) : ('PASS' as const), efficiency: null },
  })).map((anchor) => ({ ...anchor, now: { ...anchor.now, task_completion: 5 + shift } }));
  expect(compareAnchors(anchors)).toMatchObject({ drifted, compared: of });
});
