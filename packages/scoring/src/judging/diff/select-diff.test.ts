import fc from 'fast-check';
import { expect, test } from 'vitest';
import { added, file, modified } from '../../../test/evidence.ts';
import { patchOf, resultOf } from '../../../test/judged-run.ts';
import { selectDiff } from './select-diff.ts';
import { splitPatch } from './split-patch.ts';

const clean = (text: string): string => text;
const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `+line ${at + 1}`);
const select = (
  paths: readonly string[],
  {
    count = 3,
    max_chars = 120_000,
    ...run
  }: Partial<Parameters<typeof selectDiff>[0]> & { count?: number; max_chars?: number } = {},
) =>
  selectDiff(
    { changed_paths: paths.map(modified), test_paths: [], results: [], ...run },
    splitPatch(paths.map((path) => patchOf(path, lines(count))).join('')),
    { max_chars, clean },
  );

test('files that failing scorers name come first, then source, tests, configuration', () => {
  const paths = ['package.json', 'src/a.ts', 'src/b.ts', 'test/a.test.ts'];
  const { shown, omitted } = select(paths, {
    test_paths: ['test/a.test.ts'],
    results: [
      resultOf({ type: 'forbid_paths', verdict: 'FAIL', findings: [{ path: 'src/b.ts', message: 'forbidden' }] }),
    ],
  });
  expect(shown.map(({ path }) => path)).toEqual(['src/b.ts', 'src/a.ts', 'test/a.test.ts', 'package.json']);
  expect(omitted).toEqual([]);
});

test('generated files are listed but not shown, unless a failing scorer names them', () => {
  const paths = ['package-lock.json', 'dist/a.js', 'src/a.ts'];
  const { shown, omitted, list, truncated } = select(paths);
  expect(shown.map(({ path }) => path)).toEqual(['src/a.ts']);
  expect(omitted).toEqual(['package-lock.json', 'dist/a.js']);
  expect(list.split('\n')).toHaveLength(3);
  expect(truncated).toBe(false);
  const failing = resultOf({ type: 'forbid_paths', verdict: 'FAIL', findings: [{ path: 'dist/a.js', message: 'no' }] });
  expect(select(paths, { results: [failing] }).shown[0]?.path).toBe('dist/a.js');
});

test('a binary file is listed with its sizes', () => {
  const image = added('logo.png', file('x', { binary: true, size_bytes: 2048 }));
  const { list, shown } = selectDiff({ changed_paths: [image], test_paths: [], results: [] }, splitPatch(''), {
    max_chars: 1000,
    clean,
  });
  expect(list).toBe('F1 added, binary or large, 0 to 2048 bytes: logo.png');
  expect(shown).toEqual([]);
});

test('a long file keeps its head and its tail', () => {
  const { shown, truncated } = select(['src/a.ts'], { count: 5000 });
  expect(truncated).toBe(true);
  expect(shown[0]?.text.length).toBeLessThanOrEqual(16_000);
  expect(shown[0]?.text).toMatch(/\+line 1\n[\s\S]*\[… \d+ lines omitted …\]\n[\s\S]*\+line 5000$/m);
});

test('lists files that do not fit as omitted', () => {
  const paths = Array.from({ length: 30 }, (_, at) => `src/f${at}.ts`);
  const { shown, omitted, truncated, list } = select(paths, { count: 1000, max_chars: 50_000 });
  expect(truncated).toBe(true);
  expect(shown.length + omitted.length).toBe(30);
  expect(list.split('\n')).toHaveLength(30);
});

test('many files leave room for content, and the rest is counted', () => {
  const paths = Array.from({ length: 5000 }, (_, at) => `src/some/folder/file-${at}.ts`);
  const { list, listed, shown } = select(paths, { max_chars: 30_000 });
  expect(list).toContain(`… and ${5000 - listed} more files`);
  expect(shown.length).toBeGreaterThan(10);
});

test('a name with line feeds stays on one line', () => {
  const run = { changed_paths: [modified('a\nF9 added, +0 -0: b.ts')], test_paths: [], results: [] };
  const { list } = selectDiff(run, splitPatch(''), { max_chars: 1000, clean });
  expect(list.split('\n')).toHaveLength(1);
});

test('stays within its budget for any patch', () => {
  const hostile = fc.array(
    fc.constantFrom('diff --git a/x b/x\n', '@@ -1 +1 @@\n', '+y\n', '\0', '\n', '-', 'ü', 'diff --git "a/\\'),
    { maxLength: 200 },
  );
  fc.assert(
    fc.property(hostile, fc.integer({ min: 0, max: 2000 }), (parts, max_chars) => {
      const run = { changed_paths: [modified('x'), modified('y')], test_paths: [], results: [] };
      const { list, shown } = selectDiff(run, splitPatch(parts.join('')), { max_chars, clean });
      const chars = shown.reduce((sum, { text }) => sum + text.length, 0);
      // a list too long for its share is never empty: it states how many there are
      expect(chars).toBeLessThanOrEqual(Math.max(0, max_chars - list.length));
    }),
  );
});

test('figures come from the trees, also when the patch lacks the file', () => {
  const run = {
    changed_paths: [{ ...modified('src/a.ts'), lines: { added: 70_000, removed: 2 } }, modified('src/b.ts')],
    test_paths: [],
    results: [],
  };
  const { list, omitted } = selectDiff(run, splitPatch(patchOf('src/b.ts', lines(3))), { max_chars: 1000, clean });
  expect(list).toMatch(/^F1 modified, \+70000 -2: src\/a.ts\nF2 modified, \+3 -0: src\/b.ts$/);
  expect(omitted).toEqual(['src/a.ts']);
});

test('a small file is shown before a large one of the same kind', () => {
  const patch = patchOf('src/a.ts', lines(9000)) + patchOf('src/b.ts', lines(3));
  const run = { changed_paths: ['src/a.ts', 'src/b.ts'].map(modified), test_paths: [], results: [] };
  const { shown } = selectDiff(run, splitPatch(patch), { max_chars: 8000, clean });
  expect(shown.map(({ path }) => path)).toEqual(['src/b.ts', 'src/a.ts']);
});

test('a list that is cut has source first and sums up the rest by folder', () => {
  const vendored = Array.from({ length: 3000 }, (_, at) => `vendor/f${at}.js`);
  const { list } = select([...vendored, 'src/a.ts'], { max_chars: 6000 });
  expect(list).toMatch(/^F1 modified, \+3 -0: src\/a.ts$/m);
  expect(list).toMatch(/… and \d+ more files, \+\d+ -0: \d+ in vendor\/$/);
});
