import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../../detect/test/workspace.ts';
import { formatRecording, parseCalls, RECORDERS, RECORDING } from './recorders.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const PYTHON = `
from assay_calls import record
for args in ([1, "a"], [1, "a"], [(1, 2.5), None], [{"a": [True]}], [object()], [float("nan")], [2 ** 60], [{1: 2}], ["x" * 2000]):
    record("m:f", args)
`;
const NODE = `
for (const args of [[1, 'a'], [1, 'a'], [[1, 2.5], null], [{ a: [true] }], [{}, undefined], [Symbol('a')], [NaN], [new Date(0)], [undefined, 1], ['x'.repeat(2000)]])
  process.assayRecord('m:f', args);
`;

test.each([
  { command: 'python3 run.py', calls: [[1, 'a'], [[1, 2.5], null], [{ a: [true] }]] },
  { command: 'node run.js', calls: [[1, 'a'], [[1, 2.5], null], [{ a: [true] }], [{}]] },
])('$command: records plain data once', ({ command, calls }) => {
  using scratch = scratchFolder();
  const recorders = Object.entries(RECORDERS).map(([name, text]) => [`${RECORDING}/${name}`, text]);
  putFiles(scratch.path, { 'run.py': PYTHON, 'run.js': NODE, ...Object.fromEntries(recorders) });
  execFileSync('bash', ['-c', formatRecording(command)], { cwd: scratch.path });
  const text = readFileSync(join(scratch.path, RECORDING, 'calls'), 'utf8');
  expect(parseCalls(text, { without: '/copy' })).toEqual(new Map([['m:f', calls]]));
});

test('ignores what cannot be asked again', () => {
  const text = ['["a:f", [1]]', '["a:f", [1]', '{}', '["a:f"]', '["a:f", [1]]', '["a:f", []]', '["a:f", ["/copy/x"]]'];
  expect(parseCalls(text.join('\n'), { without: '/copy' })).toEqual(new Map([['a:f', [[1]]]]));
});
