import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { NO_ENVIRONMENT } from '../environments/environment.ts';
import { RejectedError } from '../rejection.ts';
import type { Candidate } from './candidates.ts';
import { type RunTestsOptions, tryTests } from './run-tests.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 120_000 });

type Files = Readonly<Record<string, string>>;

interface Change {
  readonly seed: Files;
  readonly tests: Files;
  readonly solution: Files;
  readonly test?: string;
}

/** Tries the tests of a change. */
async function tryChange({ seed, tests, solution, test: command }: Change) {
  using scratch = scratchFolder();
  const at = (name: string): string => join(scratch.path, name);
  const folders = { task: at('task'), seed: at('seed'), red: at('red'), green: at('green'), draft: at('draft') };
  putFiles(folders.seed, seed);
  putFiles(folders.red, { ...seed, ...tests });
  putFiles(folders.green, { ...seed, ...tests, ...solution });
  const options: RunTestsOptions = {
    environments: { prepare: async () => NO_ENVIRONMENT },
    environments_folder: at('environments'),
    host: { now: Date.now, entropy: (bytes) => new Uint8Array(randomBytes(bytes)), environment: process.env },
    sandbox: local,
    confirm: 2,
    timeout_ms: 60_000,
    test: command,
    folders,
    signal: new AbortController().signal,
  };
  const candidate = { commit: { date: '2026-01-01' }, split: { runnable: Object.keys(tests) } };
  return await tryTests(candidate as unknown as Candidate, options);
}

const JAVASCRIPT = `import { test } from 'node:test';
import assert from 'node:assert/strict';
import * as bank from '../bank.js';
test('keeps what is there', () => assert.equal(bank.deposit(1, 0), 1));
test('rejects less', () => assert.throws(() => bank.deposit(1, -1)));
`;

test('JavaScript with node:test', async () => {
  const tried = await tryChange({
    seed: {
      'package.json': '{"type": "module", "scripts": {"test": "node --test"}}',
      'bank.js': 'export const deposit = (total, amount) => total + amount;\n',
      'test/other.test.js': "throw new Error('must not run');\n",
    },
    tests: { 'test/bank.test.js': JAVASCRIPT },
    solution: {
      'bank.js':
        'export const deposit = (total, amount) => { if (amount < 0) throw new Error(); return total + amount; };\n',
    },
  });
  expect(tried).toMatchObject({
    command: `PATH="$PWD/node_modules/.bin:$PATH" node --test 'test/bank.test.js'`,
    fail_to_pass: ['rejects less'],
    pass_to_pass: ['keeps what is there'],
    succeeds: true,
  });
});

const BANK = {
  seed: { 'bank.py': 'def deposit(a, b): return b\n', 'run.sh': 'python3 -m unittest "$@"; exit 3\n' },
  tests: {
    'test_bank.py':
      'import unittest, bank\nclass T(unittest.TestCase):\n    def test_sum(self):\n        self.assertEqual(bank.deposit(1, 2), 3)\n',
  },
  solution: { 'bank.py': 'def deposit(a, b): return a + b\n' },
};

test('a step beside the tests that fails does not make a commit never green, and is reported', async () => {
  const tried = await tryChange({ ...BANK, test: 'python3 -m unittest {files} && false' });
  expect(tried).toMatchObject({
    fail_to_pass: [expect.stringContaining('test_sum')],
    succeeds: false,
    contradiction:
      'exit code 1 although none of 1 tests failed: something else failed, such as a linter or a limit of coverage',
  });
});

test('a command that fails beside its tests, without another step, is not green', async () => {
  await expect(tryChange({ ...BANK, test: 'sh run.sh {files}' })).rejects.toMatchObject({
    reason: 'never_green',
    message: expect.stringContaining('exit code 3 although none of 1 tests failed: it crashed outside of them'),
  });
});

test('Python with tests that cannot be imported before', async () => {
  const file = (body: string, names: string): string =>
    `import unittest\nfrom bank import ${names}\nclass T(unittest.TestCase):\n${body}`;
  const old = '    def test_deposit(self):\n        self.assertEqual(deposit(1, 2), 3)\n';
  const tried = await tryChange({
    seed: { 'setup.py': '', 'bank.py': 'def deposit(a, b): return a + b\n', 'test_bank.py': file(old, 'deposit') },
    tests: {
      'test_bank.py': file(
        `${old}    def test_draw(self):\n        self.assertEqual(draw(3, 2), 1)\n`,
        'deposit, draw',
      ),
    },
    solution: { 'bank.py': 'def deposit(a, b): return a + b\ndef draw(a, b): return a - b\n' },
  });
  expect(tried.fail_to_pass).toEqual([expect.stringContaining('test_draw')]);
  expect(tried.pass_to_pass).toEqual([expect.stringContaining('test_deposit')]);
});

test('a test in other words that cannot be imported before fails before, although the old one passes', async () => {
  const file = (names: string, ...tests: string[]): string =>
    `import unittest\nfrom bank import ${names}\nclass T(unittest.TestCase):\n${tests.join('')}`;
  const kept = '    def test_kept(self):\n        self.assertEqual(deposit(1, 0), 1)\n';
  const deposits = (sum: string) => `    def test_deposit(self):\n        self.assertEqual(${sum}, 3)\n`;
  const tried = await tryChange({
    seed: {
      'setup.py': '',
      'bank.py': 'def deposit(a, b): return a + b\n',
      'test_bank.py': file('deposit', kept, deposits('deposit(1, 2)')),
    },
    tests: { 'test_bank.py': file('deposit, add', kept, deposits('add(1, 2)')) },
    solution: { 'bank.py': 'def deposit(a, b): return a + b\nadd = deposit\n' },
  });
  expect(tried.fail_to_pass).toEqual([expect.stringContaining('test_deposit')]);
  expect(tried.pass_to_pass).toEqual([expect.stringContaining('test_kept')]);
});

const SHELL = {
  seed: { 'add.sh': 'echo 0\n', 'check.tap': '' },
  tests: { 'check.tap': '[ "$(sh add.sh 1 2)" = 3 ] && echo "ok 1 - adds" || echo "not ok 1 - adds"; echo 1..1\n' },
  solution: { 'add.sh': 'echo $(($1 + $2))\n' },
};

test('another language, with --test and a report', async () => {
  expect(await tryChange({ ...SHELL, test: 'sh {files}' })).toMatchObject({
    command: "sh 'check.tap'",
    fail_to_pass: ['adds'],
  });
});

test('without a test command there is no task', async () => {
  await expect(tryChange(SHELL)).rejects.toThrow(RejectedError);
});
