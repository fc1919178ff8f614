import type { ChangeRecord, CornerRun, Evidence, IntegrityMode } from '@assay/schema';
import { expect, test } from 'vitest';
import { ended, evidenceOf, modified } from '../../test/evidence.ts';
import { gradeRun, scoreEvidence } from './grade-run.ts';
import { findIntegrity, withDetectors } from './integrity.ts';

const exit = {
  kind: 'early_exit' as const,
  path: 'src/sum.js',
  line: 1,
  text: 'process.exit(0)',
  change: 'added' as const,
  message: 'The program ends here with success.',
};
const tests = { name: 'tests', type: 'command', command: 'npm test' };

function evidence(integrity: IntegrityMode | undefined, parts: Partial<Evidence> = {}, scorers: object[] = [tests]) {
  const made = evidenceOf({
    scorers,
    commands: { tests: ended() },
    changed_paths: [modified('src/sum.js')],
    signals: [exit],
    ...parts,
  });
  const scenario = { ...made.task.scenario, ...(integrity === undefined ? {} : { integrity }) };
  return { ...made, task: { ...made.task, scenario } };
}

const grade = (made: Evidence) =>
  gradeRun({
    evidence: made,
    results: scoreEvidence(made),
    interactions: [],
    judged: null,
    judgment: null,
    reference: null,
    graded_at: '2026-01-02T03:04:05Z',
  });

test.each([
  { mode: 'gate' as const, result: 'tampered', review: 0, outcome: 'FAILED' },
  { mode: 'review' as const, result: 'passed', review: 1, outcome: 'COMPLETED' },
  { mode: undefined, result: 'passed', review: 1, outcome: 'COMPLETED' },
])('a planted exit that no scorer of the scenario checks, $mode: $result', ({ mode, result, review, outcome }) => {
  const graded = grade(evidence(mode));
  expect(graded).toMatchObject({ result, review, outcome, overall: 'PASS' });
  expect(graded.integrity.findings).toMatchObject([
    { type: 'early_exits', path: 'src/sum.js', line: 1, certain: true },
  ]);
  // the scenario's own checks and their mean stay unchanged
  expect(graded.results.map(({ name }) => name)).toEqual(['tests']);
});

test('allowed findings are shown with their reason and do not count', () => {
  const made = evidence('gate');
  const allowed = [{ path: 'src/sum.js', kind: 'early_exit', reason: 'it is a command' }];
  const scenario = { ...made.task.scenario, allowed_test_changes: allowed };
  const graded = grade({ ...made, task: { ...made.task, scenario } });
  expect(graded).toMatchObject({ result: 'passed', review: 0 });
  expect(graded.integrity.allowed).toMatchObject([{ path: 'src/sum.js', reason: 'it is a command' }]);
});

test('a detector listed by the scenario counts once, under its own name', () => {
  const listed = { name: 'no exits', type: 'early_exits', required: false };
  const made = evidence('gate', {}, [tests, listed]);
  expect(withDetectors(made.task.scenario.scorers).filter(({ type }) => type === 'early_exits')).toHaveLength(1);
  expect(findIntegrity(made, scoreEvidence(made)).findings).toMatchObject([{ check: 'no exits' }]);
});

test('older evidence without detector data has no findings', () => {
  expect(grade(evidence('gate', { signals: null, inventory: null, lookups: null }))).toMatchObject({
    result: 'passed',
    integrity: { findings: [] },
  });
});

test.each([
  { why: 'a failing change is partial progress', parts: {}, exit_code: 1, outcome: 'BLOCKED' },
  { why: 'no change is no progress', parts: { changed_paths: [], signals: [] }, exit_code: 1, outcome: 'FAILED' },
  { why: 'all gates pass', parts: { signals: [] }, exit_code: 0, outcome: 'COMPLETED' },
])('the scorecard gets $outcome: $why', ({ parts, exit_code, outcome }) => {
  const graded = grade(evidence('gate', { signals: [], commands: { tests: ended({ exit_code }) }, ...parts }));
  expect(graded.outcome).toBe(outcome);
  expect(graded.scorecard?.axes).toMatchObject({
    completion: { COMPLETED: 100, BLOCKED: 30, FAILED: 0 }[outcome],
    // the stage `checks`
    error_rate: exit_code === 0 ? 100 : 0,
  });
});

const corner: CornerRun = {
  ...{ tree: 'a', command: 'npm test', exit_code: 0, timed_out: false, duration_ms: 1, cached: false },
  ...{ passed: 1, failed: 0, skipped: 0, other: 0 },
};
const recordOf = (parts: Partial<ChangeRecord>): ChangeRecord => ({
  ...{ version: '1', state: 'ran', base: 'a', head: 'b', trees: { before: 'a', after: 'b' }, environment: null },
  ...{ test_side: ['sum.test.js'], decided: [], corners: { NN: corner, NO: corner, OO: null, ON: null }, runs: 1 },
  ...{ tests: [], proves: [], findings: [], limits: [] },
  ...parts,
});
const found = { rule: 'B1' as const, grade: 'blocks' as const, test: 'adds', message: 'was weakened' };
const endless = { NN: corner, NO: { ...corner, timed_out: true }, OO: null, ON: null };

test.each<{ why: string; parts: Partial<ChangeRecord>; finds: object[]; result: string }>([
  {
    why: 'a weakened test, at its line',
    parts: { findings: [{ ...found, path: 'src/sum.js', line: 9, before: 'x', after: 'y' }] },
    finds: [{ path: 'src/sum.js', line: 9, kind: 'B1', before: 'x', after: 'y' }],
    result: 'tampered',
  },
  {
    why: 'a finding about the whole run, at the first file of the tests',
    parts: { findings: [{ ...found, rule: 'B7', test: null }] },
    finds: [{ path: 'sum.test.js', kind: 'B7' }],
    result: 'tampered',
  },
  {
    why: 'old tests that never end on the new code',
    parts: { state: 'not_run', corners: endless },
    finds: [{ path: 'sum.test.js', kind: 'B5' }],
    result: 'tampered',
  },
  {
    why: 'a rewritten test',
    parts: { findings: [{ ...found, rule: 'R1', grade: 'review' }] },
    finds: [],
    result: 'passed',
  },
])('the record of a change with $why: $result', ({ parts, finds, result }) => {
  const graded = grade(evidence('gate', { change_record: recordOf(parts), signals: [] }));
  expect(graded.result).toBe(result);
  expect(graded.integrity.findings).toMatchObject(
    finds.map((each) => ({ ...each, type: 'change-run', certain: true })),
  );
});

test('what running and reading found at the same line is one finding', () => {
  const same = recordOf({ findings: [{ ...found, path: 'src/sum.js', line: 1 }] });
  expect(grade(evidence('gate', { change_record: same })).integrity.findings).toMatchObject([{ type: 'change-run' }]);
});
