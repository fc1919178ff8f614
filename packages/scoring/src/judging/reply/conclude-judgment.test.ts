import { type JudgeCall, JudgeObstacle, Judgment } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modified } from '../../../test/evidence.ts';
import { callOf, passing, runOf } from '../../../test/judged-run.ts';
import { runCriteriaV1 } from '../criteria/run.v1.ts';
import { buildRunQuestion } from '../prompt/run-question.ts';
import { concludeJudgment } from './conclude-judgment.ts';

const { facts } = buildRunQuestion(
  runOf({
    task: {
      instruction: 'Add a validator.',
      tracked_constraints: ['Do not change src/'],
      rubric: [{ check: 'It is short' }],
    },
    changed_paths: [modified('src/a.ts')],
  }),
  runCriteriaV1,
);
const conclude = (calls: readonly JudgeCall[]): Judgment =>
  Judgment.parse(concludeJudgment({ calls, facts, judge: 'panel', standing: 'uncalibrated', same_family: false }));
const reply = (fields: object = {}): string =>
  JSON.stringify({ ...passing, rubric: [{ id: 'Q1', grade: 8, reason: 'it is' }], ...fields });
const against = reply({ verdict: 'FAIL', failure_mode: 'incomplete', reasoning: 'half of it is missing' });

test('an answer becomes a judgment with its evidence', () => {
  const judgment = conclude([callOf(reply())]);
  expect(judgment).toMatchObject({
    status: 'judged',
    verdict: 'PASS',
    agreement: 1,
    judge: 'panel',
    models: ['made-1-2026'],
    criteria: 'run@1',
    asked: 1,
    answered: 1,
    standing: 'uncalibrated',
    rubric: [{ check: 'It is short', grade: 8, reason: 'it is' }],
    cost_usd_micros: 1500,
    latency_ms: 900,
    judged_at: '2026-01-02T03:04:05Z',
  });
  expect(judgment.fact_checks[0]).toMatchObject({ id: 'C1', status: 'violated', by: 'deterministic' });
});

test('usage, cost and time cover all calls about the run, and no others', () => {
  const judgment = conclude([
    callOf(reply(), { judged_at: '2026-01-02T03:04:09Z' }),
    callOf(reply(), { sample: 1, model: 'made-2' }),
    callOf('', {
      sample: 2,
      status: 'failed',
      obstacle: 'timeout',
      detail: 'slow',
      usage: null,
      cost_usd_micros: null,
    }),
    callOf('{}', { purpose: 'interactions' }),
  ]);
  expect(judgment).toMatchObject({
    asked: 3,
    answered: 2,
    models: ['made-1-2026', 'made-2'],
    usage: { input_tokens: 2000, cached_input_tokens: 800, output_tokens: 400 },
    cost_usd_micros: 3000,
    latency_ms: 2700,
    judged_at: '2026-01-02T03:04:09Z',
  });
  expect(judgment.judgment_ids).toHaveLength(3);
});

test('a sum with an unknown part is unknown, not smaller', () => {
  expect(conclude([callOf(reply()), callOf(reply(), { sample: 1, cost_usd_micros: null })]).cost_usd_micros).toBeNull();
});

test('an unreadable answer counts as asked but not as answered', () => {
  expect(conclude([callOf('PASS'), callOf(reply(), { sample: 1 })])).toMatchObject({
    status: 'judged',
    asked: 2,
    answered: 1,
  });
});

test('without a usable answer there is no verdict, but the first reason', () => {
  const failed = { status: 'failed', obstacle: 'rate_limited', detail: '429 after 3 tries' } as const;
  expect(conclude([callOf('Sure!', { sample: 1 }), callOf('', { ...failed, sample: 0 })])).toMatchObject({
    status: 'unparseable',
    verdict: null,
    reason: 'rate_limited',
    detail: '429 after 3 tries',
    asked: 2,
    answered: 0,
  });
  expect(conclude([])).toMatchObject({ status: 'unparseable', reason: 'not_recorded', judged_at: null, usage: null });
});

test('a tie is split, and settled rows are still included', () => {
  const judgment = conclude([callOf(reply()), callOf(against, { sample: 1 })]);
  expect(judgment).toMatchObject({ status: 'unparseable', reason: 'split', answered: 2 });
  expect(judgment.fact_checks).toMatchObject([{ id: 'C1', status: 'violated', by: 'deterministic' }]);
});

test('any answers in any order give a judgment or a stated absence of one', () => {
  const text = fc.oneof(
    fc.constantFrom(reply(), against, reply({ verdict: undefined }), reply({ rubric: [] }), 'I cannot judge this.', ''),
    fc.json(),
  );
  const call = fc.record({
    reply: text,
    status: fc.constantFrom('answered' as const, 'answered' as const, 'failed' as const),
    obstacle: fc.constantFrom(null, ...JudgeObstacle.options),
    cost_usd_micros: fc.constantFrom(null, 7),
    model: fc.constantFrom(null, 'a', 'b'),
  });
  const calls = fc.array(call, { maxLength: 6 }).chain((drawn) => {
    const made = drawn.map(({ reply: said, ...fields }, sample) => callOf(said, { ...fields, sample }));
    return fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length }));
  });
  fc.assert(
    fc.property(calls, ([given, shuffled]) => {
      const judgment = conclude(given);
      if (judgment.status === 'unparseable') expect(judgment.detail).not.toBe('');
      expect(conclude(shuffled)).toEqual(judgment);
    }),
  );
});
