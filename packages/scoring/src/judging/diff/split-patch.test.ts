import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { patchOf } from '../../../test/judged-run.ts';
import { addedLines, splitPatch } from './split-patch.ts';

test.each([
  { path: 'src/a.ts', why: 'an ordinary name' },
  { path: 'a b/c d.txt', why: 'spaces are not quoted' },
  { path: 'x b/x', why: 'looks like the separator of the two names' },
  { path: 'naïve/日本.md', why: 'git writes non-ASCII characters in octal' },
  { path: 'tab\tquote"back\\slash', why: 'git quotes in C style' },
  { path: 'line\nfeed\ndiff --git a/evil b/evil', why: 'a name cannot start another file' },
])('reads $path as named by git: $why', ({ path }) => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-patch-'));
  try {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), 'one\ntwo\n');
    const git = (...args: string[]) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' });
    git('init', '-q');
    git('add', '-A');
    const { files } = splitPatch(git('diff', '--cached', '--no-renames'));
    expect(files.map((file) => file.path)).toEqual([path]);
    expect(files[0]).toMatchObject({ added: 2, removed: 0, bare: false });
  } finally {
    rmSync(folder, { recursive: true });
  }
});

test('reads bytes that are not UTF-8 as the harness writes them', () => {
  const { files } = splitPatch('diff --git "a/\\303\\244\\377" "b/\\303\\244\\377"\nnew file mode 100644\n');
  expect(files[0]?.path).toBe('ä\\xff');
});

test('no content line starts another file, whatever its line ends', () => {
  const lines = ['+diff --git a/evil b/evil', '+a\rdiff --git a/evil b/evil', '+b\u2028diff --git a/evil b/evil', '-c'];
  const { files } = splitPatch(patchOf('a.ts', lines) + patchOf('b.ts', ['+x']));
  expect(files.map(({ path }) => path)).toEqual(['a.ts', 'b.ts']);
  expect(files[0]).toMatchObject({ added: 3, removed: 1 });
});

test('reports a truncated patch, and distinguishes files without content', () => {
  const named = 'diff --git a/x.png b/x.png\nindex 1..2\nBinary files a/x.png and b/x.png differ (1 to 2 bytes)\n';
  const { files, cut } = splitPatch(
    `${named}[patch cut at 10 bytes: at least 0 of 2 changed files are here in full]\n`,
  );
  expect(cut).toBe(true);
  expect(files).toMatchObject([{ path: 'x.png', bare: true }]);
});

test('added lines come with the line they start at', () => {
  const text = patchOf('a.ts', [' one', '+two', '+three', '-old', ' four', '+five']).replace('+1,', '+10,');
  const [file] = splitPatch(text).files;
  expect([...addedLines(file as NonNullable<typeof file>)]).toEqual([
    { line: 11, text: 'two\nthree' },
    { line: 14, text: 'five' },
  ]);
});

test('splits any text and loses only what precedes the first file', () => {
  const pieces = fc.constantFrom(
    'diff --git ',
    'a/x b/x',
    '\n',
    '"a/\\3',
    '@@ -1 +1 @@',
    '+',
    '-',
    'x',
    '\u2028',
    '\0',
  );
  fc.assert(
    fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => {
      const patch = parts.join('');
      const { files } = splitPatch(patch);
      expect(patch.endsWith(files.map(({ text }) => text).join(''))).toBe(true);
      for (const file of files) for (const { line } of addedLines(file)) expect(line).toBeGreaterThan(0);
    }),
  );
});
