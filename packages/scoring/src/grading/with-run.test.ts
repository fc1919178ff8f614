import type { ChangeRecord, CheckReport, Finding } from '@assay/schema';
import { expect, test } from 'vitest';
import { withRun } from './with-run.ts';

const finding = (line: number): Finding => ({ path: 'a.test.js', line, kind: 'weakened', message: 'looks weaker' });
const report: CheckReport = {
  ...{ base: 'main', head: 'HEAD', overall: 'FAIL', mean_score: 0, mean_required: 0, scored: '1 of 1' },
  ...{ changed_files: 1, grades: { blocks: 2, review: 0, note: 0 }, warnings: [] },
  results: [
    {
      ...{ name: 'assertions', type: 'assertions_not_weakened', required: true, verdict: 'FAIL', score: 0 },
      ...{ reason: 'two', findings: [finding(3), finding(9)], findings_omitted: 0, duration_ms: 1 },
    },
  ],
};
const record: ChangeRecord = {
  ...{ version: '1', state: 'ran', base: 'main', head: 'HEAD', trees: { before: 'a', after: 'b' }, environment: null },
  ...{ test_side: ['a.test.js'], decided: ['a.test.js'], runs: 1, limits: [], tests: [], proves: ['counts'] },
  corners: { NN: null, NO: null, OO: null, ON: null },
  findings: [{ rule: 'B1', grade: 'blocks', test: 'counts', path: 'a.test.js', line: 3, message: 'was weakened' }],
};
const listFindings = ({ results }: CheckReport): string[] =>
  results.flatMap(({ findings }) => findings.map(({ line, severity, message }) => `${line} ${severity}: ${message}`));

test('running decides about tests that ran: one finding for an edit, and what reading found elsewhere is a note', () => {
  const checked = withRun(report, record, { required: true, strict: false });
  expect(listFindings(checked)).toEqual(['3 failure: was weakened', '9 note: looks weaker']);
  expect(checked.results.map(({ verdict, reason }) => `${verdict} ${reason}`)).toEqual([
    'FAIL 1 finding blocks; 1 run; 1 test proves the change',
    'PASS decided by running the tests: two',
  ]);
});

test('where the tests of a file did not run, reading decides', () => {
  const checked = withRun(report, { ...record, decided: [], findings: [] }, { required: true, strict: false });
  expect(listFindings(checked)).toEqual(['3 undefined: looks weaker', '9 undefined: looks weaker']);
  expect(checked.overall).toBe('FAIL');
});
