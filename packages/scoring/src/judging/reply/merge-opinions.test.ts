import type { FactCheck } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { mergeOpinions } from './merge-opinions.ts';
import type { RunOpinion } from './run-reply.ts';

const row = (fields: Partial<FactCheck> = {}): FactCheck => ({
  id: 'C1',
  source: 'constraint',
  statement: 'Keep it short',
  status: 'satisfied',
  by: 'judge',
  turn_first: 1,
  turn_violated: null,
  evidence: [{ kind: 'hunk', ref: 'a' }],
  ...fields,
});
const opinion = (fields: Partial<RunOpinion> = {}): RunOpinion => ({
  verdict: 'PASS',
  task_completion: 5,
  instruction_adherence: 5,
  efficiency: 5,
  failure_mode: null,
  failure_mode_raw: null,
  secondary_failure_modes: [],
  fault_side: null,
  reasoning: 'good',
  fact_checks: [row()],
  rubric: [{ check: 'short', grade: 8, reason: 'good' }],
  ...fields,
});
const against = (fields: Partial<RunOpinion> = {}) =>
  opinion({ verdict: 'FAIL', failure_mode: 'incomplete', reasoning: 'bad', task_completion: 2, ...fields });
const merge = (opinions: readonly RunOpinion[]) => {
  const merged = mergeOpinions(opinions);
  if (merged === 'split' || merged === null) throw new Error(`expected an opinion, found ${merged}`);
  return merged;
};

test('a single opinion stays unchanged', () => {
  expect(merge([opinion()])).toEqual({ ...opinion(), agreement: 1 });
});

test('the majority decides, with the text of one of its members', () => {
  const merged = merge([opinion(), against(), against({ reasoning: 'worse', task_completion: 1 })]);
  expect(merged).toMatchObject({ verdict: 'FAIL', failure_mode: 'incomplete', agreement: 2 / 3, reasoning: 'bad' });
  expect(merged.task_completion).toBe(2);
});

test('a tie gives no verdict, and no opinions give none', () => {
  expect(mergeOpinions([opinion(), against()])).toBe('split');
  expect(mergeOpinions([])).toBeNull();
});

test('the median of an even number of ratings is the mean of the middle two', () => {
  const marks = [5, 4, 3, 1].map((task_completion) =>
    opinion({ task_completion, rubric: [{ check: 'short', grade: task_completion, reason: '' }] }),
  );
  expect(merge(marks)).toMatchObject({ task_completion: 3.5, rubric: [{ grade: 3.5 }] });
});

test('a row follows the majority, with the evidence of all who agree', () => {
  const violated = (ref: string, turn_violated: number | null = 2) =>
    opinion({ fact_checks: [row({ status: 'violated', turn_violated, evidence: [{ kind: 'hunk', ref }] })] });
  const [check] = merge([opinion(), violated('b'), violated('c'), violated('b', null)]).fact_checks;
  expect(check).toMatchObject({ status: 'violated', turn_violated: 2 });
  expect(check?.evidence.map(({ ref }) => ref).toSorted()).toEqual(['b', 'c']);
});

test('a row on which they are tied is unsupported', () => {
  const other = opinion({ fact_checks: [row({ status: 'violated' })] });
  expect(merge([opinion(), other]).fact_checks[0]).toMatchObject({
    status: 'unsupported',
    evidence: [],
    turn_violated: null,
  });
});

test('the most common label is the failure mode, with its own text', () => {
  const raw = { failure_mode: 'other', failure_mode_raw: 'odd' } as const;
  expect(merge([against(), against(raw), against({ ...raw, reasoning: 'odd too' })])).toMatchObject(raw);
});

test('the order of answers does not matter', () => {
  const one = fc.record({
    verdict: fc.constantFrom('PASS' as const, 'FAIL' as const),
    task_completion: fc.integer({ min: 1, max: 5 }),
    efficiency: fc.integer({ min: 1, max: 5 }),
    failure_mode: fc.constantFrom('incomplete' as const, 'regression' as const),
    reasoning: fc.constantFrom('a', 'b', 'c'),
    status: fc.constantFrom('satisfied' as const, 'violated' as const, 'unsupported' as const),
    turn: fc.constantFrom(null, 1, 2),
    ref: fc.constantFrom('a', 'b'),
    grade: fc.integer({ min: 0, max: 10 }),
  });
  const opinions = fc.array(one, { minLength: 1, maxLength: 7 }).chain((drawn) => {
    const made = drawn.map(({ status, turn, ref, grade, ...fields }) =>
      opinion({
        ...fields,
        failure_mode: fields.verdict === 'PASS' ? null : fields.failure_mode,
        fact_checks: [row({ status, turn_violated: turn, evidence: [{ kind: 'hunk', ref }], reason: ref })],
        rubric: [{ check: 'short', grade, reason: fields.reasoning }],
      }),
    );
    return fc.tuple(fc.constant(made), fc.shuffledSubarray(made, { minLength: made.length }));
  });
  fc.assert(
    fc.property(opinions, ([given, shuffled]) => {
      expect(mergeOpinions(shuffled)).toEqual(mergeOpinions(given));
    }),
  );
});
