import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { parseDiff } from './parse-diff.ts';

const NAMES = ['plain.ts', 'with space.ts', 'ä "quoted"\t\\.ts', 'a b/and/b b.ts', '-dash', '\u202egpj.exe', '💥.ts'];

test('parses special names, binary files, added and deleted files', () => {
  const patch = gitDiff({
    before: { 'gone.txt': 'one\ntwo\n', 'pixel.bin': '\0before', ...each('one\ntwo\nthree\n') },
    after: { 'new.txt': 'one\n', 'pixel.bin': '\0after', ...each('one\n2\nthree\nfour') },
  });
  const { files, cut } = parseDiff(patch);
  const told = files.map(({ path, additions, deletions, left_out }) => ({ path, additions, deletions, left_out }));
  expect(cut).toBeNull();
  expect(told).toHaveLength(NAMES.length + 3);
  expect(told).toContainEqual({ path: 'gone.txt', additions: 0, deletions: 2, left_out: null });
  expect(told).toContainEqual({ path: 'new.txt', additions: 1, deletions: 0, left_out: null });
  expect(told).toContainEqual({ path: 'pixel.bin', additions: 0, deletions: 0, left_out: 'binary' });
  for (const path of NAMES) expect(told).toContainEqual({ path, additions: 2, deletions: 1, left_out: null });
});

test('a removed line that looks like a file head is a removed line', () => {
  const before = '-- a/secret.ts\nkept\n-- x\n';
  const patch = gitDiff({
    before: { 'list.sql': before },
    after: { 'list.sql': 'kept\n++ b/other.ts\n@@ -1,9 +1,9 @@\n' },
  });
  const { files, lines } = parseDiff(patch);
  expect(files).toMatchObject([{ path: 'list.sql', additions: 2, deletions: 2 }]);
  const told = lines.flatMap(({ kind, number, old_number, text }) =>
    number === null ? [] : [[kind, old_number, number, text]],
  );
  expect(told).toEqual([
    ['removed', 1, 1, '--- a/secret.ts'],
    ['context', 2, 1, ' kept'],
    ['removed', 3, 3, '--- x'],
    ['added', null, 2, '+++ b/other.ts'],
    ['added', null, 3, '+@@ -1,9 +1,9 @@'],
  ]);
});

test.each([
  { patch: '', files: [], cut: null, why: 'an empty patch has no files' },
  { patch: 'no patch at all', files: ['(no file)'], cut: null, why: 'shows text that is not a patch' },
  {
    patch: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,3 +1,3 @@\n one\n-tw',
    files: ['x'],
    cut: 'it ends in the middle of a hunk',
    why: 'reports a patch that ends inside a hunk',
  },
  {
    patch:
      'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\ndiff --git a/y b/y\nLarge files a/y and b/y differ\n[cut at 9 bytes]\n',
    files: ['x', 'y'],
    cut: 'cut at 9 bytes',
    why: 'reads the truncation note at the end',
  },
  {
    patch: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -0,0 +1 @@\n+[not cut]\n',
    files: ['x'],
    cut: null,
    why: 'a line of a file is not a truncation note',
  },
  {
    patch: 'diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,9 +1,9 @@\n one\ndiff --git a/run me b/run me\nold mode 1\n',
    files: ['x', 'run me'],
    cut: null,
    why: 'a wrong line count does not affect the next file',
  },
])('$why', ({ patch, files, cut }) => {
  const diff = parseDiff(patch);
  expect(diff.files.map(({ path }) => path)).toEqual(files);
  expect(diff.cut).toBe(cut);
});

const each = (text: string): Record<string, string> => Object.fromEntries(NAMES.map((name) => [name, text]));

type Tree = Readonly<Record<string, string>>;

/** The patch between two sets of files, written by git. */
function gitDiff({ before, after }: { before: Tree; after: Tree }): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-diff-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const git = (...args: string[]) => execFileSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  git('init', '--quiet');
  const treeOf = (files: Tree): string => {
    git('read-tree', '--empty');
    for (const [path, text] of Object.entries(files)) {
      writeFileSync(join(folder, 'blob'), text);
      const oid = git('hash-object', '-w', 'blob').trim();
      git('update-index', '--add', '--cacheinfo', `100644,${oid},${path}`);
    }
    return git('write-tree').trim();
  };
  return git('diff-tree', '-p', '--no-renames', treeOf(before), treeOf(after));
}
