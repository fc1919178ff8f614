import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { createProject, readEvidence, runProject } from './projects.ts';

const FILES = {
  'fixture/calc.js': 'exports.add = (a, b) => a - b;\nexports.twice = (a) => 2 * a;\n',
  'fixture/calc.test.js': [
    "const test = require('node:test');",
    "const { equal } = require('node:assert');",
    "const calc = require('./calc.js');",
    "test('adds', () => equal(calc.add(2, 3), 5));",
    "test('doubles', () => equal(calc.twice(2), 4));",
    "test('divides', () => equal(calc.divide(4, 2), 2));",
  ].join('\n'),
  'fixture/package.json': '{"name":"calc","repository":"github:owner/calc"}',
  'oracle/calc.js': 'exports.add = (a, b) => a + b;\nexports.twice = (a) => 2 * a;\n',
};
const SCENARIO = {
  name: 'fix-add',
  user_instruction: 'Fix add in calc.js.',
  workspace_seed: { copy: './fixture' },
  oracle: './oracle',
  scorers: [
    { name: 'tests', type: 'command', command: 'node --test --test-reporter=tap calc.test.js', required: false },
    { name: 'fixed', type: 'fail_to_pass', command: 'tests', tests: ['adds', 'doubles'], required: true },
    { name: 'kept', type: 'pass_to_pass', command: 'tests', tests: ['doubles', 'divides'] },
  ],
};

test.each([
  { agent: 'oracle', fixed: 'PASS', kept: 'PASS', why: 'the failing test passes, and no other fails' },
  { agent: 'nop', fixed: 'FAIL', kept: 'PASS', why: 'nothing changed' },
])('$agent is compared with the test results of the baseline: $why', async ({ agent, fixed, kept }) => {
  await using project = await createProject({ files: FILES, scenarios: [SCENARIO] });
  const environment = { PATH: [dirname(process.execPath), '/usr/bin', '/bin'].join(':') };
  const { results } = await runProject(project.folder, { agents: [agent], environment });
  const [result] = results;
  if (result === undefined) throw new Error('expected a run');
  const verdicts = result.results.map(({ name, verdict }) => [name, verdict]);
  expect(Object.fromEntries(verdicts)).toMatchObject({ fixed, kept });
  const reasons = Object.fromEntries(result.results.map(({ name, reason }) => [name, reason]));
  expect(reasons['kept']).toBe('all 1 tests passed; 1 did not pass at the baseline');
  const { baseline_commands } = await readEvidence(result.folder);
  expect(baseline_commands['tests']?.report?.tests).toEqual([
    { file: 'calc.test.js', name: 'adds', outcome: 'failed' },
    { file: 'calc.test.js', name: 'doubles', outcome: 'passed' },
    { file: 'calc.test.js', name: 'divides', outcome: 'failed' },
  ]);
});
