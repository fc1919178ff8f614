import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ScorerSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../detect/test/workspace.ts';
import { openScorers } from './open-scorers.ts';

const scorer = (body: string, head = '') =>
  `${head}\nexport default { type: 'my-scorer', title: 'T', description: 'D', requires: ['changed_paths'], score(evidence: any, config: any) { ${body} } };`;

async function open(files: Readonly<Record<string, string>>, listed = ['s.ts'], timeout_ms = 20_000) {
  const folder = scratchFolder();
  putFiles(folder.path, files);
  const faults: object[] = [];
  const custom = await openScorers(listed, {
    base: folder.path,
    timeout_ms,
    onError: (index, fault) => faults.push({ index, ...fault }),
  });
  const score = async (config: object = {}, changed_paths: unknown = [{ path: 'a' }]) =>
    (
      await custom.score([ScorerSpec.parse({ name: 'mine', type: 'my-scorer', ...config })], {
        read: async () => ({ changed_paths }),
      })
    )['mine'];
  return { custom, faults, score, path: folder.path, [Symbol.dispose]: () => folder[Symbol.dispose]() };
}

test.each([
  { files: {}, found: 'nothing to read', why: 'the file is missing' },
  { files: { 's.ts': 'export const x = 1;' }, found: 'no such default export', why: 'no default export' },
  { files: { 's.ts': 'export default {' }, found: 'an exception', why: 'a syntax error' },
  { files: { 's.ts': 'throw new Error("at once")' }, found: 'at once', why: 'it throws when loaded' },
  {
    files: { 's.ts': 'export default { type: "command" }' },
    found: 'the built-in type command',
    why: 'a built-in type',
  },
  { files: { 's.ts': 'export default { type: "mine" }' }, found: '"mine"', why: 'a type without a hyphen' },
  { files: { 's.ts': scorer('').replace('score(', 'scores(') }, found: '"undefined"', why: 'no function' },
  { files: { 's.ts': scorer('').replace('changed_paths', 'wishes') }, found: '"wishes"', why: 'unknown evidence' },
  { files: { 's.py': '' }, listed: ['s.py'], found: 's.py', why: 'another language' },
  {
    files: { 's.ts': scorer(''), 't.ts': scorer('') },
    listed: ['s.ts', 't.ts'],
    found: 'my-scorer, as in',
    why: 'two of one type',
  },
])('a configured scorer is refused: $why', async ({ files, listed, found }) => {
  using opened = await open(files as Readonly<Record<string, string>>, listed);
  expect(opened.faults).toEqual([expect.objectContaining({ found: expect.stringContaining(found) })]);
});

test('a scorer gets its evidence and settings, and nothing of this process', async () => {
  const body = `
    console.log('{"outcome":{"verdict":"PASS","reason":"printed"}}');
    const tried = [() => fs.readFileSync('/etc/passwd'), () => fs.writeFileSync('x', ''), () => cp.execSync('id')];
    const denied = tried.filter((act) => { try { act(); } catch { return true; } }).length;
    const variables = Object.keys(process.env).filter((name) => name !== 'ASSAY_SCORER').join();
    return { verdict: 'FAIL', score: 0.5, reason: [denied, variables, help, config.limit].join(' '), findings: evidence.changed_paths.map(({ path }: any) => ({ path, message: 'm' })) };`;
  using opened = await open({
    's.ts': scorer(
      body,
      "import fs from 'node:fs'; import cp from 'node:child_process'; import { help } from './help.ts';",
    ),
    'help.ts': "export const help: string = 'helped';",
  });
  expect(opened.faults).toEqual([]);
  expect(await opened.score({ limit: 7 })).toMatchObject({
    type: 'my-scorer',
    family: 'outcome',
    config: { limit: 7 },
    outcome: { verdict: 'FAIL', score: 0.5, reason: '3  helped 7', findings: [{ path: 'a', message: 'm' }] },
  });
});

test.each([
  { body: 'throw new Error("oh no")', says: 'found an exception: oh no', why: 'it throws' },
  { body: 'process.exit(7)', says: 'no reply and exit code 7', why: 'it exits' },
  { body: 'return "fine"', says: 'expected an object, found "fine"', why: 'garbage' },
  { body: 'return { verdict: "OK", reason: "r" }', says: 'verdict', why: 'an unknown verdict' },
  { body: 'return { verdict: "PASS", score: 0.5, reason: "r" }', says: 'score', why: 'a score that contradicts' },
  { body: 'return { verdict: "PASS" }', says: 'reason: expected text, found nothing', why: 'no reason' },
  { body: 'return { verdict: "PASS", reason: "x".repeat(2e6) }', says: 'more than 1048576 bytes', why: 'too large' },
  { body: 'for (;;) {}', says: 'no reply after 3 s', why: 'it hangs', timeout_ms: 3_000 },
  { body: 'const a = []; for (;;) a.push({})', says: 'no reply', why: 'it takes all memory' },
])('a scorer that fails has the outcome ERROR: $why', async ({ body, says, timeout_ms }) => {
  using opened = await open({ 's.ts': scorer(body) }, ['s.ts'], timeout_ms);
  expect((await opened.score())?.outcome).toEqual({ verdict: 'ERROR', reason: expect.stringContaining(says) });
});

test('evidence that was not gathered is an error', async () => {
  using opened = await open({ 's.ts': scorer('return { verdict: "PASS", reason: "r" }') });
  expect((await opened.score({}, null))?.outcome).toMatchObject({
    reason: expect.stringContaining('no changed_paths'),
  });
});

test('the digest covers imports; code that changes after loading is not run', async () => {
  const files = { 's.ts': scorer('return { verdict: "PASS", reason: "r" }', "import './help.ts';"), 'help.ts': '' };
  using opened = await open(files);
  using other = await open({ ...files, 'help.ts': '// new' });
  using same = await open(files);
  expect(opened.custom.digest('my-scorer')).toBe(same.custom.digest('my-scorer'));
  expect(opened.custom.digest('my-scorer')).not.toBe(other.custom.digest('my-scorer'));
  writeFileSync(join(opened.path, 'help.ts'), '// later');
  expect((await opened.score())?.outcome).toMatchObject({ reason: expect.stringContaining('has changed') });
});
