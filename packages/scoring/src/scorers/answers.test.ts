import type { AnswersEvidence } from '@assay/schema';
import { expect, test } from 'vitest';
import { configure, evidenceOf } from '../../test/evidence.ts';
import { applyScorer } from '../grading/apply-scorer.ts';

const ended = { seed: '0', exit_code: 0, signal: null, timed_out: false, stderr_tail: '', duration_ms: 7 };
const CASES = [
  { input: [1], value: 'I', args: [1] },
  { input: [0], error: 'ValueError', message: { $includes: 'from 1' } },
];
const RIGHT = [
  { value: 'I', args: [1] },
  { error: 'ValueError', message: 'expected a number from 1', args: [0] },
];

const grade = (evidence: Partial<AnswersEvidence>) =>
  applyScorer(
    configure({ name: 'right', type: 'answers', ask: { python: 'roman:to_roman' }, generate: 'true' }),
    evidenceOf({ answers: { right: { ...ended, cases: CASES, answers: RIGHT, ...evidence } } }),
  );

test.each<[Partial<AnswersEvidence>, string, number | null, string]>([
  [{}, 'PASS', 1, '2 of 2 answers are right'],
  [
    { answers: [{ value: 'II', args: [1] }, RIGHT[1] ?? null] },
    'FAIL',
    0.5,
    '1 of 2 answers are wrong: [1] expected value "I", found "II"',
  ],
  [
    { answers: [{ value: 'I', args: [2] }, RIGHT[1] ?? null] },
    'FAIL',
    0.5,
    '1 of 2 answers are wrong: [1] expected args [1], found [2]',
  ],
  [
    { answers: [RIGHT[0] ?? null, { value: '' }] },
    'FAIL',
    0.5,
    '1 of 2 answers are wrong: [0] expected error "ValueError", found {"value":""}',
  ],
  [{ answers: [] }, 'FAIL', 0, '2 of 2 answers are wrong: [1] got no answer; [0] got no answer'],
  [
    { answers: [null, null], exit_code: 1 },
    'FAIL',
    0,
    '2 of 2 answers are wrong (exit code 1): [1] got no answer; [0] got no answer',
  ],
  [{ cases: [] }, 'ERROR', null, 'expected cases to ask, found none; see that `generate` prints some'],
])('%j: %s %d, %s', (evidence, verdict, score, reason) => {
  expect(grade(evidence)).toMatchObject({ verdict, score, reason });
});

test.each<[string, AnswersEvidence['again'], string, string]>([
  ['the same answer again', [{ case: 1, answer: RIGHT[1] ?? null }], 'PASS', 'outcome'],
  ['another answer', [{ case: 0, answer: { value: 'II', args: [1] } }], 'FAIL', 'integrity'],
  ['no answer', [{ case: 0, answer: null }], 'FAIL', 'integrity'],
])('%s', (_, again, verdict, family) => {
  expect(grade({ again })).toMatchObject({ verdict, family });
});

test('an answer that was wrong before may be wrong again', () => {
  const answers = [null, RIGHT[1] ?? null];
  expect(grade({ answers, again: [{ case: 0, answer: null }] })).toMatchObject({ verdict: 'FAIL', family: 'outcome' });
});

test('long inputs and answers are shortened, and only two are shown', () => {
  const cases = ['a', 'b', 'c'].map((letter) => ({ input: [letter.repeat(500)], value: 1 }));
  const { reason } = grade({ cases, answers: cases.map(({ input }) => ({ value: input })) });
  expect(reason).toMatch(/^3 of 3 answers are wrong: \["a{58}… expected value 1, found .{61}; .*; and 1 more$/);
});

test.each([
  [['ValueError', 'Exception'], 'PASS'],
  [['app.ValueError', 'Exception'], 'FAIL'],
])('an error of another class with the bases %j: %s', (bases, verdict) => {
  const derived = { ...RIGHT[1], error: 'OutOfRange', bases };
  expect(grade({ answers: [RIGHT[0] ?? null, derived] })).toMatchObject({ verdict });
});

test('a function that changes its arguments is wrong, unless the case expects it', () => {
  const changed = { ...RIGHT[1], args: [] };
  expect(grade({ answers: [RIGHT[0] ?? null, changed] })).toMatchObject({
    verdict: 'FAIL',
    reason: '1 of 2 answers are wrong: [0] expected args [0], found []',
  });
  const cases = [...CASES.slice(0, 1), { ...CASES[1], input: [0], args: [] }];
  expect(grade({ cases, answers: [RIGHT[0] ?? null, changed] })).toMatchObject({ verdict: 'PASS' });
});

test('an answer with more fields than expected is right', () => {
  expect(grade({ answers: RIGHT.map((answer) => ({ ...answer, more: 1 })) })).toMatchObject({ verdict: 'PASS' });
});
