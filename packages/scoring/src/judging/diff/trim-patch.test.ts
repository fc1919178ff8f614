import { expect, test } from 'vitest';
import { patchOf } from '../../../test/judged-run.ts';
import { splitPatch } from './split-patch.ts';
import { trimPatch } from './trim-patch.ts';

const lines = (count: number): string[] => Array.from({ length: count }, (_, at) => `+line ${at + 1}`);
const trim = (patch: string, limits = { max_chars: 4000, max_file_chars: 2000 }) =>
  trimPatch(patch, { ...limits, isTest: (path) => path.startsWith('test/') });

test('a short patch is unchanged', () => {
  const patch = patchOf('a.ts', lines(3));
  expect(trim(patch)).toBe(patch);
});

test('a large file that sorts first hides no other', () => {
  const [large, small] = [patchOf('a.csv', lines(9000)), patchOf('src/b.ts', lines(3))];
  const text = trim(large + small);
  expect(text.length).toBeLessThan(4000);
  expect(text.endsWith(small)).toBe(true);
  const { files, cut } = splitPatch(text);
  expect(files.map(({ path, trimmed }) => [path, trimmed])).toEqual([
    ['a.csv', true],
    ['src/b.ts', false],
  ]);
  expect(cut).toBe(false);
  expect(files[0]?.text).toMatch(
    /\+line 1\n[\s\S]*\n\[diff cut: \d+ more characters of this file are in diff.patch\]\n$/,
  );
});

test('source comes before tests, and tests before generated files, which keep at least their head', () => {
  const paths = ['dist/a.js', 'test/a.ts', 'src/a.ts'];
  const text = trim(paths.map((path) => patchOf(path, lines(400))).join(''));
  const { files } = splitPatch(text);
  expect(files.map(({ path, bare, trimmed }) => [path, bare, trimmed])).toEqual([
    ['dist/a.js', true, false],
    ['test/a.ts', false, true],
    ['src/a.ts', false, true],
  ]);
  expect(text).toContain('Large files differ: ');
});

test('the note of a cut patch stays at the end', () => {
  const note = '[patch cut at 9 bytes: at least 1 of 2 changed files are here in full]\n';
  expect(splitPatch(trim(patchOf('a.ts', lines(9000)) + note)).cut).toBe(true);
});
