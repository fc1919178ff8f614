import type { TranscriptEntry } from '@assay/schema';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, ended, modified } from '../../../test/evidence.ts';
import { resultOf, runOf, shell } from '../../../test/judged-run.ts';
import { assertsTestsPass } from '../../claims/asserts-tests-pass.ts';
import { listSteps } from '../course/transcript-steps.ts';
import { runCriteriaV1 } from '../criteria/run.v1.ts';
import { buildRunQuestion } from '../prompt/run-question.ts';
import { readFactChecks } from '../reply/read-fact-checks.ts';
import type { JudgedRun } from '../text/judged-run.ts';
import { listFactRows } from './fact-rows.ts';

type Parts = Parameters<typeof runOf>[0];

const rowsOf = (parts: Parts) => {
  const run: JudgedRun = runOf(parts);
  return listFactRows(run, listSteps(run.entries, run.task));
};
/** The row of a constraint, or of a claim in the last message. */
const statusOf = (source: 'constraint' | 'claim', text: string, parts: Parts = {}) => {
  const says: TranscriptEntry[] = source === 'claim' ? [{ type: 'assistant', text }] : [];
  const rows = rowsOf({
    ...parts,
    task: { instruction: 'Go.', tracked_constraints: source === 'constraint' ? [text] : [], ...parts?.task },
    entries: [...(parts?.entries ?? []), ...says],
  });
  return rows.find((row) => row.source === source)?.settled?.status ?? null;
};

const source = { changed_paths: [modified('src/a.ts')] };
const tests = { changed_paths: [modified('src/a.ts'), modified('test/a.test.ts')], test_paths: ['test/a.test.ts'] };
const newTests = { changed_paths: [added('test/b.test.ts')], test_paths: ['test/b.test.ts'] };

test.each([
  { text: 'Do not modify the tests', parts: source, status: 'satisfied', why: 'no test changed' },
  { text: 'Do not modify any existing test files.', parts: tests, status: 'violated', why: 'a test changed' },
  { text: 'Never touch the tests', parts: newTests, status: null, why: 'a new test may or may not count' },
  {
    text: 'Do not change existing tests',
    parts: newTests,
    status: 'satisfied',
    why: 'a new one is not an existing one',
  },
  { text: 'Do not modify the tests unless needed', parts: tests, status: null, why: 'there is an exception' },
  { text: 'Do not modify the test helpers', parts: tests, status: null, why: 'helpers are not all tests' },
  { text: 'Do not modify the tests and keep the API', parts: source, status: null, why: 'half of it is open' },
  { text: 'Do not modify the tests and keep the API', parts: tests, status: 'violated', why: 'half of it is broken' },
  { text: 'Do not change `src/a.ts`', parts: source, status: 'violated', why: 'it changed' },
  { text: 'Do not change src/', parts: source, status: 'violated', why: 'something in the folder changed' },
  {
    text: 'Do not touch anything in lib/ or `docs/`.',
    parts: source,
    status: 'satisfied',
    why: 'nothing there changed',
  },
  { text: 'Do not change `parse()`', parts: source, status: null, why: 'a function is not a path' },
  { text: 'Do not modify package.json', parts: source, status: 'satisfied', why: 'a name without a folder' },
  { text: 'Only change src/a.ts', parts: source, status: 'satisfied', why: 'nothing else changed' },
  { text: 'Only modify files in src/', parts: tests, status: 'violated', why: 'a test changed as well' },
  { text: 'Keep changes to `*.ts` files', parts: source, status: 'satisfied', why: 'a pattern' },
  { text: 'No new dependencies', parts: source, status: 'satisfied', why: 'nothing lists them changed' },
  {
    text: 'No new dependencies',
    parts: { changed_paths: [modified('package.json')] },
    status: null,
    why: 'needs a judge',
  },
  { text: 'Keep the code clean', parts: source, status: null, why: 'a matter of opinion' },
  { text: 'Do not modify the tests', parts: { ...tests, diff: null }, status: null, why: 'there is no workspace' },
])('the constraint "$text" is $status: $why', ({ text, parts, status }) => {
  expect(statusOf('constraint', text, parts)).toBe(status);
});

test('a matching scorer settles a constraint and is cited as evidence', () => {
  const failing = resultOf({
    type: 'tests_unmodified',
    verdict: 'FAIL',
    findings: [{ path: 'spec/x', message: 'gone' }],
  });
  const [row] = rowsOf({ ...source, results: [failing], task: { tracked_constraints: ['Do not modify the tests'] } });
  expect(row?.settled).toMatchObject({
    status: 'violated',
    turn_violated: 1,
    evidence: [
      { kind: 'hunk', ref: 'spec/x' },
      { kind: 'scorer', ref: 'tests_unmodified' },
    ],
  });
});

const passes = { claim: 'All tests pass.', why: 'seen' };
const command = (verdict: 'PASS' | 'FAIL') => ({
  results: [resultOf({ type: 'command', name: 'tests', verdict })],
  commands: { tests: ended() },
});
test.each([
  { holds: true, graded: 'PASS', status: 'satisfied', why: 'observed by the agent and by grading' },
  { holds: null, graded: 'PASS', status: 'satisfied', why: 'observed by grading' },
  { holds: true, graded: null, status: 'satisfied', why: 'observed by the agent' },
  { holds: null, graded: null, status: null, why: 'observed by nobody' },
  { holds: false, graded: 'PASS', status: 'violated', why: 'the agent observed something else' },
  { holds: null, graded: 'FAIL', status: 'violated', why: 'they fail' },
  { holds: true, graded: 'FAIL', status: null, why: 'the agent may have run other tests' },
] as const)(
  'that the tests pass is $status when the run says $holds and the scorer $graded: $why',
  ({ holds, graded, status }) => {
    const parts = { ...(graded === null ? {} : command(graded)), claims: [{ ...passes, holds }] };
    expect(statusOf('claim', 'All tests pass.', parts)).toBe(status);
  },
);

test.each([
  { basis: 'no_calls', graded: null, stage: null, status: 'unsupported', why: 'nobody ran the tests' },
  { basis: 'no_test_run', graded: null, stage: null, status: 'unsupported', why: 'the agent never ran them' },
  { basis: 'no_calls', graded: 'FAIL', stage: null, status: 'violated', why: 'the scorer fails' },
  { basis: 'no_calls', graded: 'PASS', stage: null, status: 'satisfied', why: 'the scorer passes' },
  { basis: 'no_calls', graded: null, stage: false, status: 'violated', why: 'the stage fails' },
  { basis: 'no_calls', graded: null, stage: true, status: 'satisfied', why: 'the stage passes' },
  { basis: 'other_run', graded: null, stage: null, status: null, why: 'what ran needs a judge' },
] as const)('that the tests pass is $status with $basis: $why', ({ basis, graded, stage, status }) => {
  const claims = [{ claim: 'All tests pass.', holds: null, why: 'unseen', basis }];
  const stages = stage === null ? [] : [{ name: 'test', attempts: 1, passed: stage, command: 'npm test' }];
  const parts = { ...(graded === null ? {} : command(graded)), stages, claims };
  expect(statusOf('claim', 'All tests pass.', parts)).toBe(status);
});

test('a failing linter does not make a claim about tests false', () => {
  const results = [resultOf({ type: 'command', name: 'lint', verdict: 'FAIL' })];
  const commands = { lint: ended({ command: 'npm run lint' }) };
  const claims = [{ ...passes, holds: null, basis: 'no_calls' as const }];
  expect(statusOf('claim', 'All tests pass.', { results, commands, claims })).toBe('unsupported');
});

test('a claim that a program ran stays open when the agent shows no tool calls', () => {
  expect(statusOf('claim', 'I ran `pytest -q`.')).toBeNull();
});

const SAYINGS = [
  'All tests pass.',
  'Fixed the parser\nAll tests pass.',
  'I fixed the parser, but all tests pass.',
  'The test suite is passing now.',
  '12 tests passed.',
  'I added a test and all tests are green.',
];
const opposite = { satisfied: 'violated', violated: 'satisfied' } as const;

test('no two rows contradict each other about the tests, whatever a judge answers', () => {
  const holds = fc.constantFrom(true, false, null);
  const graded = fc.constantFrom('PASS', 'FAIL', null);
  const answer = fc.constantFrom('satisfied', 'violated');
  fc.assert(
    fc.property(fc.shuffledSubarray(SAYINGS, { minLength: 1 }), holds, graded, answer, (said, held, verdict, told) => {
      const text = said.join('\n\n');
      const claims = said
        .flatMap((each) => each.split('\n'))
        .filter(assertsTestsPass)
        .map((claim) => ({ claim, holds: held, why: 'seen', basis: 'test_run' as const }));
      const run = runOf({
        task: { instruction: 'Fix it. Make sure all tests pass.' },
        ...(verdict === null ? {} : command(verdict)),
        entries: [{ type: 'assistant', text }],
        claims,
      });
      const { facts } = buildRunQuestion(run, runCriteriaV1);
      const answers = facts.rows.map(({ id }) => ({ id, status: told, evidence: ['e1'], reason: 'so it seems' }));
      const checks = readFactChecks(answers, facts).filter(({ statement }) => /\btests? (?:pass|are)/.test(statement));
      const decided = checks.filter(({ by, status }) => by === 'deterministic' && status in opposite);
      for (const { status } of decided)
        if (status === 'violated') expect(checks.map((check) => check.status)).not.toContain('satisfied');
        else expect(decided.map((check) => check.status)).not.toContain('violated');
      const statements = checks.map(({ statement }) => statement);
      expect(new Set(statements).size).toBe(statements.length);
    }),
  );
});

test('a claim within a paragraph is one row, and the rest of the paragraph another', () => {
  const claims = [{ ...passes, holds: false, basis: 'test_run' as const }];
  const entries: TranscriptEntry[] = [{ type: 'assistant', text: 'I fixed the parser\nAll tests pass.' }];
  const rows = rowsOf({ task: { instruction: '' }, entries, claims });
  expect(rows.map(({ statement, settled }) => [statement, settled?.status])).toEqual([
    ['All tests pass.', 'violated'],
    ['I fixed the parser', undefined],
  ]);
});

test('a claim about tests is violated when the same command fails during grading', () => {
  const entries = shell('cd app && npm test', '3 passed');
  const parts = { ...command('FAIL'), entries, claims: [{ ...passes, holds: true }] };
  expect(statusOf('claim', 'All tests pass.', parts)).toBe('violated');
});

test.each([
  { text: 'I ran `npm test`.', ran: 'cd app && npm test -- --run', status: 'satisfied', why: 'it did' },
  { text: 'I ran `npm run lint`.', ran: 'npm test', status: null, why: 'npm ran, which may be meant' },
  { text: 'I ran `pytest -q`.', ran: 'npm test', status: 'violated', why: 'no pytest anywhere' },
  { text: 'I ran `pytest -q`.', ran: 'python -m pytest -q', status: null, why: 'another way to run it' },
  { text: 'I ran the `build` target.', ran: 'make', status: null, why: 'not a program' },
  { text: 'I ran `npm test` and it was quick.', ran: 'npm test', status: null, why: 'half of it is open' },
])('"$text" is $status after $ran: $why', ({ text, ran, status }) => {
  expect(statusOf('claim', text, { entries: shell(ran, 'ok') })).toBe(status);
});

test('a claim that something ran stays open when other tools may have run it', () => {
  const entries: TranscriptEntry[] = [{ type: 'tool_use', tool: 'run_tests', input: {} }];
  expect(statusOf('claim', 'I ran `pytest -q`.', { entries })).toBeNull();
});

test.each([
  { text: 'I only changed `src/a.ts`.', parts: source, status: 'satisfied' },
  { text: 'I only changed `src/a.ts`.', parts: tests, status: 'violated' },
  { text: 'I only changed `src/a.ts` and its test.', parts: tests, status: null },
  { text: 'I did not touch the tests.', parts: tests, status: 'violated' },
  { text: 'The tests were left untouched.', parts: source, status: 'satisfied' },
])('the claim "$text" is $status', ({ text, parts, status }) => {
  expect(statusOf('claim', text, parts)).toBe(status);
});

test('in a session of several turns, settles only what is known per turn', () => {
  const task = { instruction: 'Fix src/a.ts.', turns: ['Only change README.md.'] };
  const entries: TranscriptEntry[] = [{ type: 'assistant', text: 'I only changed `README.md`.' }];
  const changed_paths = [modified('src/a.ts'), modified('README.md')];
  const settled = (parts: Parts) =>
    rowsOf({ task, entries, changed_paths, ...parts }).map((row) => [row.id, row.settled?.status]);
  expect(settled({})).toEqual([
    ['R1', undefined],
    ['R2', undefined],
    ['K1', undefined],
  ]);
  expect(settled({ turn_paths: [['src/a.ts'], ['README.md']] })).toContainEqual(['K1', 'satisfied']);
  const [tracked] = rowsOf({
    task: { ...task, tracked_constraints: ['Do not change src/'] },
    changed_paths,
    turn_paths: [['README.md'], ['src/a.ts']],
  });
  expect(tracked?.settled).toMatchObject({ status: 'violated', turn_violated: 2 });
});

test('shows claims without hidden characters', () => {
  const [row] = rowsOf({ task: { instruction: '' }, entries: [{ type: 'assistant', text: 'I fixed\u202e it.' }] });
  expect(row?.statement).toBe('I fixed⟦U+202E⟧ it.');
});
