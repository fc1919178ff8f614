import { execFileSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  readlink,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { scenarioOf, specOf } from '../../../test/requests.ts';
import { oracle } from '../oracle.ts';
import { replay } from '../replay.ts';
import { applyEdits } from './apply-edits.ts';
import { applyPatch } from './apply-patch.ts';

let base = '';
let workspace = '';

beforeEach(async () => {
  base = await mkdtemp(join(tmpdir(), 'assay-patch-'));
  workspace = join(base, 'workspace');
  await mkdir(workspace);
});
afterEach(() => rm(base, { recursive: true }));

const put = async (path: string, content: string | Uint8Array): Promise<void> => {
  await mkdir(join(workspace, path, '..'), { recursive: true });
  await writeFile(join(workspace, path), content);
};
const get = (path: string): Promise<string> => readFile(join(workspace, path), 'utf8');
const apply = (patch: string): Promise<readonly string[]> => applyPatch(workspace, Buffer.from(patch));
const git = (...args: string[]): Buffer =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', '-c', 'core.quotePath=true', ...args], {
    cwd: workspace,
    env: { PATH: process.env['PATH'], GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
  });

async function seed(): Promise<void> {
  await put('src/a.txt', 'one\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\n');
  await put('no-newline', 'last');
  await put('run.sh', '#!/bin/sh\n');
  await put('gone.txt', 'bye\n');
  await put('old name.txt', 'same\nsame\nsame\n');
  await put('latin', Buffer.from([0xe9, 0x0a, 0xff, 0x0a]));
  await put('crlf', 'a\r\nb\r\n');
}

test('applies a git diff byte for byte', async () => {
  await seed();
  git('init', '-q');
  git('add', '-A');
  git('commit', '-qm', 'before');
  await put('src/a.txt', 'ONE\ntwo\nthree\nfour\nfive\nsix\nseven\neight\nnine\nten\neleven\n');
  await put('no-newline', 'last\nand more');
  await chmod(join(workspace, 'run.sh'), 0o755);
  await rm(join(workspace, 'gone.txt'));
  await rm(join(workspace, 'old name.txt'));
  await put('new/näme "q".txt', 'same\nsame\nsame\n');
  await put('latin', Buffer.from([0xe9, 0x0a, 0xfe, 0x0a]));
  await put('crlf', 'a\r\nc\r\n');
  await put('empty', '');
  await put('--- tricky', '--- a\n+++ b\n@@ -1 +1 @@\n');
  git('add', '-A');
  const wanted = git('write-tree').toString();
  const patch = git('diff', '--cached', '--text', '--find-renames', 'HEAD');
  git('reset', '-q', '--hard', 'HEAD');
  await applyPatch(workspace, patch);
  git('add', '-A');
  expect(git('write-tree').toString()).toBe(wanted);
});

test('applies a patch not made by git, also where lines moved', async () => {
  await put('a.txt', 'added above\none\ntwo\nthree\n');
  await apply('--- a.txt\t2026-01-01\n+++ a.txt\t2026-01-02\n@@ -1,3 +1,3 @@\n one\n-two\n+TWO\n three\n');
  expect(await get('a.txt')).toBe('added above\none\nTWO\nthree\n');
});

const change = (path: string): string => `--- a/${path}\n+++ b/${path}\n@@ -1 +1 @@\n-secret\n+changed\n`;
const add = (path: string, mode = '100644'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+text\n`;

test.each([
  { patch: change('../outside.txt'), reason: /relative path inside/, why: 'it leaves the workspace' },
  { patch: add('../new.txt'), reason: /relative path inside/, why: 'it adds outside' },
  { patch: change('/etc/hostname'), reason: /relative path inside/, why: 'it is absolute' },
  {
    patch: change('"a/../outside.txt"').replaceAll(/[ab]\/"a\//g, '"a/'),
    reason: /relative path inside/,
    why: 'it leaves the workspace in quotes',
  },
  { patch: change('link.txt'), reason: /a regular file, found "link.txt"/, why: 'the file is a link' },
  { patch: change('folder-link/outside.txt'), reason: /the folder folder-link/, why: 'a folder is a link' },
  { patch: add('folder-link/new.txt'), reason: /the folder folder-link/, why: 'it adds through a link' },
  { patch: add('.git/hooks/pre-commit', '100755'), reason: /outside .git/, why: 'it plants a hook' },
  { patch: add('sub/.GIT/config'), reason: /outside .git/, why: 'it writes to .git in capitals' },
  { patch: add('new-link', '120000'), reason: /a regular file at line/, why: 'it makes a link' },
  { patch: add('module', '160000'), reason: /a regular file at line/, why: 'it makes a submodule' },
  { patch: add('pipe'), reason: /a regular file, found "pipe"/, why: 'a pipe is there' },
  { patch: change('pipe'), reason: /a regular file, found "pipe"/, why: 'reading it would never end' },
  { patch: change('missing.txt'), reason: /it does not exist/, why: 'the file is not there' },
  { patch: change('inside.txt'), reason: /do not match the patch/, why: 'the file content differs' },
  { patch: add('inside.txt'), reason: /it already exists/, why: 'the file exists already' },
  {
    patch: 'diff --git a/b.bin b/b.bin\nindex 1..2\nGIT binary patch\nliteral 0\n',
    reason: /use a folder instead/,
    why: 'it is binary',
  },
  { patch: `${change('inside.txt').slice(0, -9)}`, reason: /1 lines before and 1 after/, why: 'it is cut short' },
])('rejects a patch without writing anything when $why', async ({ patch, reason }) => {
  await put('inside.txt', 'harmless\n');
  await put('also.txt', 'secret\n');
  await writeFile(join(base, 'outside.txt'), 'secret\n');
  await symlink('../outside.txt', join(workspace, 'link.txt'));
  await symlink('..', join(workspace, 'folder-link'));
  execFileSync('mkfifo', [join(workspace, 'pipe')]);
  await expect(apply(`${change('also.txt')}${patch}`)).rejects.toThrow(reason);
  expect(await get('also.txt')).toBe('secret\n');
  expect(await readFile(join(base, 'outside.txt'), 'utf8')).toBe('secret\n');
  expect(await readlink(join(workspace, 'link.txt'))).toBe('../outside.txt');
  expect((await readdir(base)).toSorted()).toEqual(['outside.txt', 'workspace']);
});

test('rejects text that is not a patch', async () => {
  await expect(apply('hello\n')).rejects.toThrow('found no file in it');
});

test('replaces a hard-linked file instead of writing to it', async () => {
  await writeFile(join(base, 'outside.txt'), 'secret\n');
  await link(join(base, 'outside.txt'), join(workspace, 'twin.txt'));
  await applyEdits(workspace, [{ path: 'twin.txt', content: 'changed\n' }]);
  expect(await readFile(join(base, 'outside.txt'), 'utf8')).toBe('secret\n');
  expect(await get('twin.txt')).toBe('changed\n');
});

test('an edit keeps the permissions of a file by default', async () => {
  await put('run.sh', 'a');
  await chmod(join(workspace, 'run.sh'), 0o755);
  await applyEdits(workspace, [
    { path: 'run.sh', content: 'b' },
    { path: 'new.sh', content: 'c', executable: true },
  ]);
  expect((await stat(join(workspace, 'run.sh'))).mode & 0o777).toBe(0o755);
  expect((await stat(join(workspace, 'new.sh'))).mode & 0o111).not.toBe(0);
});

const act = (oracle_path: string | undefined) =>
  oracle.act({
    spec: specOf({ type: 'oracle' }),
    scenario: scenarioOf(oracle_path === undefined ? {} : { oracle: oracle_path }),
    workspace,
    base,
    instruction: 'Fix it',
    run: async () => 0,
  });

test('the oracle applies a patch or copies a folder over the workspace', async () => {
  await put('a.txt', 'secret\n');
  await writeFile(join(base, 'fix.patch'), change('a.txt'));
  expect(await act('fix.patch')).toEqual({
    entries: [{ type: 'assistant', text: 'I applied the reference: a.txt.' }],
    failure: null,
  });
  expect(await get('a.txt')).toBe('changed\n');
  await mkdir(join(base, 'reference/sub'), { recursive: true });
  await writeFile(join(base, 'reference/sub/b.sh'), 'b', { mode: 0o755 });
  expect((await act('reference')).failure).toBeNull();
  expect(await get('sub/b.sh')).toBe('b');
  expect((await stat(join(workspace, 'sub/b.sh'))).mode & 0o111).not.toBe(0);
});

test('an oracle that cannot be applied is a failure with a reason', async () => {
  await writeFile(join(base, 'fix.patch'), change('a.txt'));
  await writeFile(join(base, 'fix.txt'), 'x');
  await mkdir(join(base, 'reference'));
  await symlink('/etc/passwd', join(base, 'reference/passwd'));
  expect((await act(undefined)).failure).toMatch(/has no oracle/);
  expect((await act('fix.patch')).failure).toMatch(/"a.txt", but it does not exist/);
  expect((await act('fix.txt')).failure).toMatch(/a .patch or a .diff/);
  expect((await act('reference')).failure).toMatch(/regular files/);
  expect((await act('nothing')).failure).toMatch(/ENOENT/);
});

test('replays a recorded run: its change and its transcript', async () => {
  await put('a.txt', 'secret\n');
  await mkdir(join(base, 'run'));
  const entries = [
    { type: 'assistant', text: 'I see.' },
    { type: 'tool_use', tool: 'edit', tool_id: 't1' },
  ];
  await writeFile(join(base, 'run/transcript.jsonl'), entries.map((entry) => `${JSON.stringify(entry)}\n`).join(''));
  await writeFile(join(base, 'run/diff.patch'), change('a.txt'));
  const spec = specOf({ type: 'replay', run: 'run' });
  const request = { spec, scenario: scenarioOf(), workspace, base, instruction: 'Fix it', run: async () => 0 };
  expect(await replay.act(request)).toEqual({ entries, failure: null });
  expect(await get('a.txt')).toBe('changed\n');
  expect((await replay.act(request)).failure).toMatch(/fits "a.txt"/);
  await writeFile(join(base, 'run/transcript.jsonl'), '{"type":"assistant"}\nnonsense\n');
  expect((await replay.act(request)).failure).toMatch(/Line 2 of transcript.jsonl/);
});
