import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../../../detect/test/workspace.ts';
import { applyPatch } from '../../agents/edits/apply-patch.ts';
import { formatFix, isSource, listBugs, plantBug } from './plant-bug.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

test.each([
  { line: 'if (a === b) {', bug: 'if (a !== b) {' },
  { line: 'if (a !== b) {', bug: 'if (a === b) {' },
  { line: '  if a == b:', bug: '  if a != b:' },
  { line: 'for (let i = 0; i < n; i++) {', bug: 'for (let i = 0; i >= n; i++) {' },
  { line: 'while (a <= b)', bug: 'while (a > b)' },
  { line: 'return a && b;', bug: 'return a || b;' },
  { line: '    return a and b', bug: '    return a or b' },
  { line: '  return a + b;', bug: '  return a - b;' },
  { line: 'const strict = true;', bug: 'const strict = false;' },
  { line: 'STRICT = True', bug: 'STRICT = False' },
  { line: '[ "$a" -eq 1 ]', bug: '[ "$a" -ne 1 ]' },
  { line: '    return total', bug: '    return total + 1' },
])('$line becomes $bug', ({ line, bug }) => {
  expect(listBugs(new Map([['a.ts', line]]))).toEqual([{ path: 'a.ts', line: 1, before: line, after: bug }]);
});

test.each([
  { line: '// a === b', why: 'a comment' },
  { line: '  # a + b', why: 'a comment' },
  { line: ' * a && b', why: 'inside a comment' },
  { line: "import a from 'b + c';", why: 'an import' },
  { line: '@decorated(a === b)', why: 'a decorator' },
  { line: 'const list: Map<string, number> = new Map();', why: 'types' },
  { line: 'plain();', why: 'nothing to change' },
])('does not change $line: $why', ({ line }) => {
  expect(listBugs(new Map([['a.ts', line]]))).toEqual([]);
});

test.each([
  ['src/add.ts', true],
  ['lib/deep/add.py', true],
  ['contest/add.go', true],
  ['latest.js', true],
  ['src/add.test.ts', false],
  ['src/add_test.go', false],
  ['tests/add.py', false],
  ['test_add.py', false],
  ['conftest.py', false],
  ['src/AddTest.java', false],
  ['src/__tests__/add.js', false],
  ['node_modules/a/index.js', false],
  ['vite.config.ts', false],
  ['README.md', false],
  ['data.json', false],
])('%s is a source: %s', (path, expected) => {
  expect(isSource(path)).toBe(expected);
});

test('spreads the first bugs over the files', () => {
  const files = new Map([
    ['a.ts', 'a === b\nc === d\ne === f'],
    ['b.ts', 'x();\ny === z'],
    ['c.test.ts', 'a === b'],
  ]);
  expect(listBugs(files).map(({ path, line }) => `${path}:${line}`)).toEqual(['a.ts:1', 'b.ts:2', 'a.ts:2', 'a.ts:3']);
});

const line = fc.constantFrom(
  'a === b',
  'return a + b',
  '',
  '  x();',
  '-- not a header',
  '+++ b/nor.this',
  '@@ -1 +1 @@',
  'é && ü',
  '\\ No newline',
);
const text = fc
  .record({
    lines: fc.array(line, { minLength: 1, maxLength: 14 }),
    ending: fc.constantFrom('\n', '\r\n'),
    ended: fc.boolean(),
  })
  .map(({ lines, ending, ended }) => lines.join(ending) + (ended ? ending : ''));

test('the cure removes every bug, applied by git or by Assay', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('src/a.ts', 'a.py', 'with a space/b c.js'), async (original, path) => {
      for (const bug of listBugs(new Map([[path, original]]))) {
        const planted = plantBug(original, bug);
        expect(planted).not.toBe(original);
        using scratch = scratchFolder();
        putFiles(scratch.path, { [`git/${path}`]: planted, [`ours/${path}`]: planted });
        const cure = formatFix(original, bug);
        putFiles(scratch.path, { 'cure.patch': cure });
        shell(join(scratch.path, 'git'), 'git init -q && git apply --whitespace=nowarn ../cure.patch');
        await applyPatch(join(scratch.path, 'ours'), Buffer.from(cure));
        for (const folder of ['git', 'ours'])
          expect(readFileSync(join(scratch.path, folder, path), 'utf8')).toBe(original);
      }
    }),
    {
      numRuns: 20,
      examples: [
        ['a === b', 'a.py'],
        ['a === b\n', 'a.py'],
        ['\n\n\n\n\na === b', 'a.py'],
        ['a === b\n\n\n\n\n', 'a.py'],
        ['x();\nx();\na === b\nx();', 'a.py'],
      ],
    },
  );
});
