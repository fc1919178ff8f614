import { type FailureSide, Grade, type Interaction, type InteractionJudgment, type ScorerResult } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, ended, evidenceOf, file, modified } from '../../test/evidence.ts';
import { type GradeRunInput, gradeRun, scoreEvidence } from './grade-run.ts';

type Parts = Parameters<typeof evidenceOf>[0];

const grade = (parts: Parts, input: Partial<GradeRunInput> = {}): Grade => {
  const evidence = evidenceOf(parts);
  return gradeRun({
    evidence,
    results: scoreEvidence(evidence),
    interactions: [],
    judged: null,
    judgment: null,
    baseline: null,
    reference: null,
    graded_at: '2026-01-02T03:04:05Z',
    ...input,
  });
};

const tests = { name: 'tests', type: 'command', command: 'npm test' };
const inside = { name: 'inside', type: 'allowed_paths', patterns: ['src/*'] };
const small = { name: 'small', type: 'max_files_changed', limit: 2 };
const note = { name: 'note', type: 'llm_judge', rubric: 'Is it clear?', required: true };
const secrets = { name: 'secrets', type: 'forbid_secrets' };

const passing = { tests: ended() };
const failing = { tests: ended({ exit_code: 1 }) };
const mixed = [modified('src/a.ts'), modified('src/b.ts'), added('c.ts')];

test('a grade has every result in task order and matches its schema', () => {
  const graded = grade({ scorers: [note, small, tests, inside], commands: passing, changed_paths: mixed });
  expect(Grade.parse(graded)).toEqual(graded);
  expect(graded.results.map(({ name, verdict }) => `${name} ${verdict}`)).toEqual([
    'note N/A',
    'small FAIL',
    'tests PASS',
    'inside FAIL',
  ]);
  expect(graded).toMatchObject({ scored: 3, of: 4, not_scored: null, needs_regrade: false, judgment: null });
});

test.each([
  { scorers: [], overall: 'N/A', mean: null, why: 'there are no scorers' },
  { scorers: [note], overall: 'N/A', mean: null, why: 'a note is no scorer' },
  { scorers: [tests, note], overall: 'PASS', mean: 1, why: 'N/A is in no mean' },
  { scorers: [tests, inside], overall: 'FAIL', mean: 0.833333, why: '(1 + 2/3)/2, to six decimals' },
  { scorers: [inside, small], overall: 'FAIL', mean: 0.666667, why: 'two thirds, rounded half up' },
  {
    scorers: [tests, { ...inside, required: false }],
    overall: 'PASS',
    mean: 0.833333,
    why: 'advisory: only in the mean',
  },
  { scorers: [tests, secrets], overall: 'ERROR', mean: 1, why: 'a crashed required scorer decides alone' },
  {
    scorers: [tests, { ...secrets, required: false }],
    overall: 'PASS',
    mean: 1,
    why: 'a crashed advisory one does not',
  },
])('OVERALL $overall, mean $mean: $why', ({ scorers, overall, mean }) => {
  const graded = grade({ scorers, commands: passing, changed_paths: mixed });
  expect(graded).toMatchObject({ overall, mean_score: mean });
  expect(graded.gates.scorers).toBe(overall);
});

test('the mean of required scorers excludes advisory ones', () => {
  const scorers = [tests, { ...inside, required: false }];
  expect(grade({ scorers, commands: passing, changed_paths: mixed })).toMatchObject({
    mean_score: 0.833333,
    mean_required: 1,
  });
});

test('rounds half a millionth up', () => {
  const changed_paths = Array.from({ length: 64 }, (_, index) => added(index === 0 ? 'src/a' : `x${index}`));
  expect(grade({ scorers: [inside], changed_paths }).mean_score).toBe(0.015625);
  const scorers = [inside, tests, { ...tests, name: 'more' }];
  const commands = { tests: ended(), more: ended({ exit_code: 1 }) };
  // (1/64 + 1 + 0)/3 = 0.338541666…
  expect(grade({ scorers, changed_paths, commands }).mean_score).toBe(0.338542);
  // (1/64 + 1)/2 = 0.5078125, and the remaining half rounds up
  expect(grade({ scorers: [inside, tests], changed_paths, commands }).mean_score).toBe(0.507813);
});

test.each(['environment', 'harness', 'judge', 'task'] as const)(
  'a failure of the %s gives no score and no verdict, but a reason',
  (side: FailureSide) => {
    const failure = { class: 'sandbox_lost' as const, side, message: 'the sandbox was gone' };
    const graded = grade({ scorers: [tests, inside], commands: failing, run: { outcome: 'FAILED', failure } });
    const reason = `not caused by the agent but by the ${side}: sandbox_lost, the sandbox was gone`;
    expect(graded).toMatchObject({
      not_scored: { reason },
      scorecard: null,
      axis: null,
      composite: null,
      composite_reason: reason,
      mean_score: null,
      scored: 0,
      of: 2,
      overall: 'ERROR',
      needs_regrade: true,
      gates: { run: 'FAIL' },
    });
    expect(graded.results.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['ERROR', reason],
      ['ERROR', reason],
    ]);
    expect(Grade.parse(graded)).toEqual(graded);
  },
);

test('a failure of the agent is scored like any run', () => {
  const failure = { class: 'time_exceeded' as const, side: 'agent' as const, message: 'out of time' };
  const graded = grade({ scorers: [tests], commands: failing, run: { outcome: 'BLOCKED', failure } });
  expect(graded).toMatchObject({ not_scored: null, overall: 'FAIL', composite: { composite: 0 } });
  expect(graded.scorecard?.axes.completion).toBe(30);
});

test('gives no composite while a scorer is in error, because it would be too high', () => {
  const graded = grade({ scorers: [tests, secrets], commands: passing });
  expect(graded).toMatchObject({
    needs_regrade: true,
    not_scored: null,
    composite: null,
    composite_reason: '1 of 2 scorers gave no verdict: secrets',
  });
  expect(graded).toMatchObject({
    result: 'error',
    scorecard: null,
    scorecard_reason: '1 of 2 scorers gave no verdict: secrets',
  });
  expect(graded.axis).not.toBeNull();
});

const tool: Interaction = {
  id: 'i1',
  kind: 'tool',
  tool: 'Bash',
  categories: ['environment'],
  start_at: null,
  duration_ms: 100,
  is_error: false,
  context_bytes: 10,
  entry_ids: ['e1'],
};

test('the composite counts checks, tokens, tool calls and time against the reference', () => {
  const graded = grade(
    { scorers: [tests, small, note], commands: failing },
    {
      interactions: [tool, { ...tool, id: 'i2', kind: 'thinking' }],
      reference: { tokens: 2000, tool_calls: 1, wall_ms: 30_000, steps: 9 },
    },
  );
  expect(graded.composite).toMatchObject({
    objective: 0.5,
    cost_ratios: { tokens: 0.5, tool_calls: 1, wall_ms: 2 },
  });
  expect(graded.composite_reason).toBeNull();
});

test('a missing measure is left out of the cost', () => {
  const graded = grade(
    { run: { usage: null, wall_ms: null } },
    { reference: { tokens: 10, tool_calls: 0, wall_ms: 10 } },
  );
  expect(graded.composite?.cost_ratios).toEqual({ tool_calls: 1 });
});

test('the scorecard uses stages, time and resources of the run', () => {
  const stages = [
    { name: 'build', attempts: 1, passed: true },
    { name: 'test', attempts: 2, passed: true },
  ];
  const resources = { memory_peak_bytes: 25, memory_limit_bytes: 100, cpu_periods: 10, cpu_throttled_periods: 0 };
  const graded = grade({ run: { stages, resources } }, { baseline: { p50_ms: 60_000, sample_count: 20 } });
  expect(graded.scorecard).toMatchObject({
    axes: { completion: 100, error_rate: 50, latency: 80, resource_efficiency: 83 },
    defaulted: [],
  });
});

test.each([
  { run: { outcome: 'COMPLETED' as const, stages: [] }, gate: 'PASS', why: 'there was no stage' },
  { run: { stages: [{ name: 'test', attempts: 3, passed: true }] }, gate: 'PASS', why: 'a repaired stage passes' },
  { run: { stages: [{ name: 'test', attempts: 3, passed: false }] }, gate: 'FAIL', why: 'a stage never passed' },
  { run: { outcome: 'BLOCKED' as const }, gate: 'FAIL', why: 'it did not complete' },
])('run gate $gate: $why', ({ run, gate }) => {
  expect(grade({ run }).gates.run).toBe(gate);
});

const judged: InteractionJudgment = {
  judge: 'heuristic',
  signals: { i1: { success: 1, weight: 1, relevance: 1 } },
  necessity: 1,
  judged: 1,
  of: 1,
  reason: null,
};

test('the AXIS result is judged with a judgment, and withheld without one', () => {
  const graded = grade({}, { interactions: [tool], judged });
  expect(graded.axis?.dimensions).toMatchObject({
    goal_achievement: { status: 'withheld' },
    environment: { status: 'scored', score: 100 },
    service: { status: 'not_applicable' },
    agent: { status: 'scored', score: 100 },
  });
  expect(grade({}, { interactions: [tool] }).axis?.dimensions.environment.status).toBe('withheld');
});

test('uses the configured versions and weights', () => {
  const weights = { goal_achievement: 0, environment: 1, service: 0, agent: 0 };
  const graded = grade({}, { interactions: [tool], judged, formulas: { axis: '1' }, weights });
  expect(graded.axis).toMatchObject({ formula_version: '1', weights });
  expect(grade({}, { interactions: [tool], judged }).axis?.formula_version).toBe('3');
  expect(() => grade({}, { formulas: { axis: '99' } })).toThrow('expected axis at version 1, 2, 3, found "99"');
});

const isScored = ({ verdict }: ScorerResult) => verdict === 'PASS' || verdict === 'FAIL';

test('OVERALL is PASS only if every applicable required scorer passed; the mean covers only PASS and FAIL', () => {
  const scorer = fc
    .constantFrom(tests, inside, small, note, secrets)
    .chain((spec) => fc.boolean().map((required) => ({ ...spec, required })));
  const parts = fc.record({
    scorers: fc.array(scorer, { maxLength: 5 }),
    commands: fc.constantFrom(passing, failing, {}),
    changed_paths: fc.subarray([...mixed, added('src/d', file('d'))]),
  });
  fc.assert(
    fc.property(parts, (given) => {
      const { results, overall, mean_score, scored, needs_regrade, composite } = grade(given);
      const required = results.filter((result) => result.required && result.verdict !== 'N/A');
      expect(overall === 'PASS').toBe(required.length > 0 && required.every(({ verdict }) => verdict === 'PASS'));
      expect(scored).toBe(results.filter(isScored).length);
      expect(mean_score === null).toBe(scored === 0);
      expect(needs_regrade).toBe(results.some(({ verdict }) => verdict === 'ERROR'));
      expect(composite === null).toBe(needs_regrade);
      const scores = results.flatMap(({ score }) => (score === null ? [] : [score]));
      if (mean_score !== null) {
        expect(mean_score).toBeGreaterThanOrEqual(Math.min(...scores) - 5e-7);
        expect(mean_score).toBeLessThanOrEqual(Math.max(...scores) + 5e-7);
      }
    }),
    { numRuns: 300 },
  );
});
