import { FactCheck, type FailureMode } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { modified } from '../../../test/evidence.ts';
import { passing, patchOf, resultOf, runOf, shell } from '../../../test/judged-run.ts';
import { runCriteriaV1 } from '../criteria/run.v1.ts';
import { buildRunQuestion } from '../prompt/run-question.ts';
import { readRunReply } from './run-reply.ts';

/** C1 is settled by Assay, C2 and R1 are open; the rubric has two checks. */
const { facts } = buildRunQuestion(
  runOf({
    task: {
      instruction: 'Add a validator.',
      turns: ['Fix its test.'],
      tracked_constraints: ['Do not modify package.json', 'Keep it short'],
      rubric: [{ check: 'It is short', weight: 0.4 }, { check: 'It is right' }],
    },
    diff: patchOf('src/a.ts', ['+x']),
    changed_paths: [modified('src/a.ts')],
    results: [resultOf({ type: 'command', name: 'tests', verdict: 'PASS' })],
    entries: shell('npm test', 'ok'),
  }),
  runCriteriaV1,
);
const rubric = [
  { id: 'Q1', grade: 7, reason: 'F1' },
  { id: 'Q2', grade: 10, reason: 'S1' },
];
const read = (fields: object) => readRunReply(JSON.stringify({ ...passing, rubric, ...fields }), facts);
const opinionOf = (fields: object) => {
  const result = read(fields);
  if (!result.ok) throw new Error(result.detail);
  return result.value;
};
const rowOf = (answer: object) => opinionOf({ fact_checks: [answer] }).fact_checks.find(({ id }) => id === 'C2');
const failing = { verdict: 'FAIL', failure_mode: 'incomplete' };

test('a reply in the requested format is an opinion', () => {
  expect(opinionOf({})).toMatchObject({
    verdict: 'PASS',
    task_completion: 5,
    failure_mode: null,
    rubric: [
      { check: 'It is short', weight: 0.4, grade: 7, reason: 'F1' },
      { check: 'It is right', grade: 10, reason: 'S1' },
    ],
  });
});

test.each([
  { fields: { verdict: undefined }, detail: /^verdict: expected/, why: 'ratings are no verdict' },
  { fields: { verdict: 'pass' }, detail: /^verdict/, why: 'another word' },
  { fields: { verdict: 'MOSTLY' }, detail: /^verdict/, why: 'an unknown verdict' },
  { fields: { verdict: null, task_completion: 5 }, detail: /^verdict/, why: 'a null verdict' },
  { fields: { efficiency: 0 }, detail: /^efficiency/, why: 'below the scale' },
  { fields: { task_completion: 6 }, detail: /^task_completion/, why: 'above it' },
  { fields: { instruction_adherence: 3.5 }, detail: /^instruction_adherence/, why: 'between levels' },
  { fields: { task_completion: '5' }, detail: /^task_completion/, why: 'a text' },
  { fields: { reasoning: ' ' }, detail: /^reasoning/, why: 'no reasons' },
  { fields: { verdict: 'FAIL' }, detail: /^failure_mode/, why: 'a failure without a label' },
  { fields: { verdict: 'FAIL', failure_mode: 'none' }, detail: /^failure_mode/, why: 'a word for no label' },
  { fields: { rubric: [] }, detail: /none for Q1/, why: 'nothing graded' },
  { fields: { rubric: null }, detail: /expected 2 grades/, why: 'no list' },
  { fields: { rubric: rubric.slice(1) }, detail: /none for Q1/, why: 'one is missing' },
  { fields: { rubric: [...rubric, rubric[0]] }, detail: /Q1 again/, why: 'one is graded twice' },
  { fields: { rubric: [rubric[0], { ...rubric[1], grade: 11 }] }, detail: /^rubric\[1\]/, why: 'beyond 10' },
  { fields: { rubric: [...rubric, { id: 'Q3', grade: 1 }] }, detail: /"Q3"/, why: 'an unknown check' },
])('$fields is unusable: $why', ({ fields, detail }) => {
  const result = read(fields);
  expect(result).toMatchObject({ ok: false, obstacle: 'unparseable' });
  if (!result.ok) expect(result.detail).toMatch(detail);
});

test('distinguishes other text from a refusal', () => {
  expect(readRunReply('I cannot assist with judging this.', facts)).toMatchObject({
    ok: false,
    obstacle: 'judge_refused',
  });
  expect(readRunReply('The run passes.', facts)).toMatchObject({ ok: false, obstacle: 'unparseable' });
});

test('low ratings do not change a PASS, nor high ones a FAIL', () => {
  expect(opinionOf({ task_completion: 1, instruction_adherence: 1 }).verdict).toBe('PASS');
  expect(opinionOf({ ...failing, task_completion: 5 }).verdict).toBe('FAIL');
});

test('failure fields are dropped on PASS', () => {
  expect(
    opinionOf({ failure_mode: 'incomplete', secondary_failure_modes: ['regression'], fault_side: 'model' }),
  ).toMatchObject({
    failure_mode: null,
    failure_mode_raw: null,
    secondary_failure_modes: [],
    fault_side: null,
  });
});

test.each([
  { written: 'incomplete', label: 'incomplete', raw: null },
  { written: 'Reward Hacking', label: 'reward_hacking', raw: null },
  { written: 'other', label: 'other', raw: null },
  { written: 'bad vibes', label: 'other', raw: 'bad vibes' },
])('the label $written is $label', ({ written, label, raw }) => {
  expect(opinionOf({ ...failing, failure_mode: written })).toMatchObject({
    failure_mode: label,
    failure_mode_raw: raw,
  });
});

test('keeps at most two secondary labels, known and unique', () => {
  const written: unknown[] = ['incomplete', 'regression', 'regression', 'nonsense', 7, 'false_claim', 'unverified'];
  const expected: FailureMode[] = ['regression', 'false_claim'];
  expect(opinionOf({ ...failing, secondary_failure_modes: written }).secondary_failure_modes).toEqual(expected);
  expect(opinionOf({ ...failing, secondary_failure_modes: 'regression', fault_side: 'nobody' })).toMatchObject({
    secondary_failure_modes: [],
    fault_side: null,
  });
});

test('a row answered with evidence is kept with its references', () => {
  expect(
    rowOf({ id: 'C2', status: 'violated', evidence: ['F1', '[s1]', 'E1'], turn_violated: 2, reason: 'long' }),
  ).toEqual({
    id: 'C2',
    source: 'constraint',
    statement: 'Keep it short',
    status: 'violated',
    by: 'judge',
    turn_first: null,
    turn_violated: 2,
    evidence: [
      { kind: 'hunk', ref: 'src/a.ts' },
      { kind: 'scorer', ref: 'tests' },
      { kind: 'step', ref: 'e1' },
    ],
    reason: 'long',
  });
});

test.each([
  { answer: { id: 'C2', status: 'satisfied', evidence: [] }, why: 'no evidence' },
  { answer: { id: 'C2', status: 'violated', evidence: ['F1', 'F99'] }, why: 'evidence that does not exist' },
  { answer: { id: 'C2', status: 'satisfied', evidence: ['src/a.ts'] }, why: 'a name chosen by the agent' },
  { answer: { id: 'C2', status: 'satisfied', evidence: 'F1' }, why: 'no list' },
  { answer: { id: 'C2', status: 'fine', evidence: ['F1'] }, why: 'an unknown status' },
  { answer: { id: 'C9', status: 'satisfied', evidence: ['F1'] }, why: 'an unknown row' },
])('a row is unsupported by $answer: $why', ({ answer }) => {
  expect(rowOf(answer)?.status).toBe('unsupported');
});

test('ignores a turn that does not exist', () => {
  expect(rowOf({ id: 'C2', status: 'violated', evidence: ['F1'], turn_violated: 3 })?.turn_violated).toBeNull();
  expect(rowOf({ id: 'C2', status: 'satisfied', evidence: ['F1'], turn_violated: 1 })?.turn_violated).toBeNull();
});

test('any reply gives an opinion with all rows or a reason, and settled rows stay', () => {
  const settled = facts.rows.find(({ id }) => id === 'C1')?.settled;
  expect(settled?.status).toBe('satisfied');
  const id = fc.constantFrom('C1', 'C2', 'R1', 'R2', 'K1', 'zzz', '__proto__');
  const answer = fc.record({
    id,
    status: fc.constantFrom('satisfied', 'violated', 'unsupported', 'not_applicable', 'PASS'),
    evidence: fc.oneof(fc.array(fc.constantFrom('F1', 'S1', 'e1', 'F7', '')), fc.anything()),
    turn_violated: fc.anything(),
    reason: fc.anything(),
    by: fc.constant('deterministic'),
  });
  const reply = fc.record(
    {
      verdict: fc.constantFrom('PASS', 'FAIL', 'FAIL', 'maybe'),
      task_completion: fc.constantFrom(1, 5, 3, 9),
      failure_mode: fc.constantFrom('incomplete', 'x', null),
      fact_checks: fc.oneof(fc.array(answer), fc.anything()),
      reasoning: fc.constantFrom('because', '\u202e'),
      rubric: fc.constantFrom(rubric, [], null),
    },
    { requiredKeys: [] },
  );
  const replies = fc.oneof(
    reply.map((fields) => JSON.stringify({ ...passing, rubric, ...fields })),
    fc.json(),
    fc.string(),
  );
  fc.assert(
    fc.property(replies, (text) => {
      const result = readRunReply(text, facts);
      if (!result.ok) {
        expect(result.detail).not.toBe('');
        return;
      }
      const { fact_checks } = result.value;
      expect(fact_checks.map((row) => row.id)).toEqual(facts.rows.map((row) => row.id));
      for (const row of fact_checks) FactCheck.parse(row);
      expect(fact_checks[0]).toMatchObject({ id: 'C1', by: 'deterministic', ...settled });
    }),
    { numRuns: 300 },
  );
});
