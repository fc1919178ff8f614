import type { TestReport } from '@assay/schema';
import { expect, test } from 'vitest';
import { explainContradiction } from './other-steps.ts';

const report = (failed: number): TestReport => ({
  ...{ format: 'pytest', passed: 3, failed, errored: 0, skipped: 0, tests: [], truncated: false },
});

test.each([
  { command: 'pytest -q', output: 'Fatal Python error: Segmentation fault', crashed: true },
  { command: 'cd packages/a && npx vitest run', output: '', crashed: true },
  { command: 'npm test', output: '> a@1.0.0 test\n> vitest run\n', crashed: true },
  { command: 'npm test', output: '> a@1.0.0 test\n> vitest run && eslint .\n', crashed: false },
  { command: 'npm test', output: '> a@1.0.0 test\n> tape t.js\n\n> a@1.0.0 posttest\n> standard\n', crashed: false },
  { command: 'yarn test', output: '$ jest && tsd\n', crashed: false },
  { command: 'make test', output: '', crashed: false },
  { command: 'pytest', output: 'FAIL Required test coverage of 90% not reached. Total coverage: 80%', crashed: false },
  { command: 'npx jest', output: 'Jest: "global" coverage threshold for lines (90%) not met: 50%', crashed: false },
  { command: 'npx c8 mocha', output: 'ERROR: Coverage for lines (5%) does not meet global threshold', crashed: false },
])('a red exit code with a green report: $command, $output', ({ command, output, crashed }) => {
  const found = explainContradiction({ command, output, exit_code: 1, report: report(0) });
  expect(found?.crashed).toBe(crashed);
  expect(found?.sentence).toMatch(/^exit code 1 although none of 3 tests failed: (it crashed|something else)/);
});

test('a green exit code with a red report', () => {
  const found = explainContradiction({ command: 'pytest || true', output: '', exit_code: 0, report: report(2) });
  expect(found?.sentence).toMatch(/^exit code 0 although 2 of 5 tests failed: something hides/);
});

test.each([
  { exit_code: 0, report: report(0) },
  { exit_code: 1, report: report(1) },
  { exit_code: 1, report: null },
  { exit_code: null, report: report(0) },
])('no contradiction: %o', (ran) => {
  expect(explainContradiction({ command: 'pytest', output: '', ...ran })).toBeUndefined();
});
