import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ChangeStatement, DsseEnvelope } from '@assay/schema';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';

/* The signed record of a change, from `assay check --run --record` to `assay verify`, each in a separate process. */

const CLI = fileURLToPath(new URL('../packages/cli/bin/assay.js', import.meta.url));
const PRODUCT = 'export const double = (n) => n + n;\n';
const TESTS = [
  "import assert from 'node:assert';",
  "import { test } from 'node:test';",
  "import { double } from './double.js';",
  "test('doubles', () => { assert.equal(double(2), 4); });",
  '',
].join('\n');

let folder: string;
let record: string;
const write = (path: string, text: string) => writeFileSync(join(folder, path), text);
const run = (command: string, ...args: string[]) => {
  const env = { PATH: process.env['PATH'], HOME: join(folder, '..', 'home') };
  const { status, stdout, stderr } = spawnSync(command, args, { cwd: folder, env, encoding: 'utf8' });
  return { status, stdout, stderr };
};
const git = (...args: string[]) =>
  expect(run('git', '-c', 'user.name=n', '-c', 'user.email=e@example.com', ...args)).toMatchObject({ status: 0 });
const assay = (...args: string[]) => run(process.execPath, CLI, ...args);
const readEnvelope = (): DsseEnvelope => JSON.parse(readFileSync(record, 'utf8'));
const readStatement = (): ChangeStatement => JSON.parse(Buffer.from(readEnvelope().payload, 'base64').toString('utf8'));
const forge = (change: (statement: ChangeStatement) => void): void => {
  const statement = readStatement();
  change(statement);
  writeFileSync(
    record,
    JSON.stringify({ ...readEnvelope(), payload: Buffer.from(JSON.stringify(statement)).toString('base64') }),
  );
};

let signed: string;
beforeAll(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'assay-record-')), 'project');
  record = join(folder, '.assay', 'record.json');
  mkdirSync(folder);
  write('package.json', '{"type":"module","scripts":{"test":"node --test"}}\n');
  write('double.js', PRODUCT);
  write('double.test.js', TESTS);
  git('init', '-q', '-b', 'main');
  git('add', '.');
  git('commit', '-qm', 'start');
  write('double.js', `${PRODUCT}export const half = (n) => n / 2;\n`);
  write(
    'double.test.js',
    `${TESTS}test('halves', async () => { assert.equal((await import('./double.js')).half(4), 2); });\n`,
  );
  const checked = assay('check', '--run', '--record', '.assay/record.json');
  expect(checked, checked.stderr).toMatchObject({ status: 0 });
  signed = readFileSync(record, 'utf8');
}, 120_000);
afterAll(() => rmSync(join(folder, '..'), { recursive: true, force: true }));
beforeEach(() => {
  writeFileSync(record, signed);
});

test('the record names the tree, the result and the tests that prove the change, and holds on the same files', () => {
  const { subject, predicate } = readStatement();
  expect(predicate).toMatchObject({ result: 'PASSED', failedTests: [], assay: { record: { state: 'ran' } } });
  expect(predicate.passedTests).toEqual([expect.stringContaining('halves')]);
  expect(subject[0].digest.gitTree).toBe(predicate.assay.record.trees.after);
  const held = assay('verify', record);
  expect(held, held.stderr).toMatchObject({ status: 0, stdout: expect.stringMatching(/^valid[\s\S]*1 test that/) });
  const key = join(folder, '..', 'key.json');
  writeFileSync(key, assay('signing-key', 'export').stdout);
  expect(assay('verify', record, '--key', key, '--base', 'main')).toMatchObject({ status: 0 });
});

const flip = (text: string, at: number): string =>
  text.slice(0, at) + (text[at] === 'A' ? 'B' : 'A') + text.slice(at + 1);

test.each<{ why: string; says: string; change: () => void }>([
  {
    why: 'a corner of the record',
    says: 'the record was changed',
    change: () => forge(({ predicate }) => Object.assign(predicate.assay.record, { runs: 0 })),
  },
  {
    why: 'the tree of the subject',
    says: 'the tree that it names was changed',
    change: () => forge(({ subject }) => Object.assign(subject[0].digest, { gitTree: '0'.repeat(40) })),
  },
  {
    why: 'the result that other tools read',
    says: 'what stands around it was changed',
    change: () => forge(({ predicate }) => Object.assign(predicate, { result: 'WARNED' })),
  },
  {
    why: 'another key',
    says: 'wrong_key: no trusted key',
    change: () => writeFileSync(record, signed.replace(/"keyid": "./, '"keyid": "!')),
  },
])('$why was changed: $says', ({ says, change }) => {
  change();
  expect(assay('verify', record)).toMatchObject({ status: 1, stdout: expect.stringContaining(says) });
});

test('every changed character of the signature fails', () => {
  const [{ sig = '' } = {}] = readEnvelope().signatures;
  // the last character also has bits that no byte holds
  for (const at of [0, 40, sig.length - 3]) {
    writeFileSync(record, signed.replace(sig, flip(sig, at)));
    expect(assay('verify', record)).toMatchObject({
      status: 1,
      stdout: expect.stringMatching(/its signature or what stands around it|its base64 was changed/),
    });
  }
});

test('one changed byte in the tree fails, and the path is named once the tree that ran is committed', () => {
  write('double.js', `${readFileSync(join(folder, 'double.js'), 'utf8')}\n`);
  expect(assay('verify', record)).toMatchObject({
    status: 1,
    stdout: expect.stringMatching(/tree_mismatch: the files here are not those that ran/),
  });
  write('double.js', `${PRODUCT}export const half = (n) => n / 2;\n`);
  git('switch', '-qc', 'half');
  git('commit', '-qam', 'half');
  expect(assay('verify', record, '--head', 'HEAD'), 'the commit has the same files').toMatchObject({ status: 0 });
  expect(assay('verify', record, '--base', 'HEAD')).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('was compared with other files'),
  });
  write('double.test.js', `${TESTS}// nothing\n`);
  expect(assay('verify', record)).toMatchObject({
    status: 1,
    stdout: expect.stringContaining('double.test.js changed'),
  });
});

test.each([
  { args: ['--record', 'record.json'], says: 'use --record .assay/record.json' },
  { args: ['--record', '/tmp/x.json', '--history', '2'], says: 'a record is of one change' },
])('$args is refused: $says', ({ args, says }) => {
  expect(assay('check', '--run', ...args)).toMatchObject({ status: 2, stderr: expect.stringContaining(says) });
});
