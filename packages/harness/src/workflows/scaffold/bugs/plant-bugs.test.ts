import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { putFiles, scratchFolder, shell } from '../../../../../detect/test/workspace.ts';
import { applyPatch } from '../../../agents/edits/apply-patch.ts';
import { listLineBugs } from './line-bugs.ts';
import { formatFix, plantBugs } from './plant-bugs.ts';

// git programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

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

const examples = [
  ['a === b', 'a.py'],
  ['a === b\n', 'a.py'],
  ['\n\n\n\n\na === b', 'a.py'],
  ['a === b\n\n\n\n\n', 'a.py'],
  ['x();\nx();\na === b\nx();', 'a.py'],
  ['a === b\n\n\n\n\n\n\na === b\n\n\n\n\n\n\n\na === b', 'a.py'],
] satisfies [string, string][];

test('the fix removes all bugs, applied by git or by Assay', async () => {
  await fc.assert(
    fc.asyncProperty(text, fc.constantFrom('src/a.ts', 'a.py', 'with a space/b c.js'), async (original, path) => {
      const bugs = listLineBugs(path, original);
      if (bugs.length === 0) return;
      const planted = plantBugs(original, bugs);
      expect(planted).not.toBe(original);
      using scratch = scratchFolder();
      putFiles(scratch.path, { [`git/${path}`]: planted, [`ours/${path}`]: planted });
      const fix = formatFix(new Map([[path, original]]), bugs);
      putFiles(scratch.path, { 'fix.patch': fix });
      shell(join(scratch.path, 'git'), 'git init -q && git apply --whitespace=nowarn ../fix.patch');
      await applyPatch(join(scratch.path, 'ours'), Buffer.from(fix));
      for (const folder of ['git', 'ours'])
        expect(readFileSync(join(scratch.path, folder, path), 'utf8')).toBe(original);
    }),
    { numRuns: 20, examples },
  );
});

test('the fix of several files is one patch', () => {
  const files = new Map([
    ['a.py', 'a == b\n'],
    ['b.py', 'c == d\n'],
  ]);
  const bugs = [...files].flatMap(([path, content]) => listLineBugs(path, content));
  expect(formatFix(files, bugs)).toBe(
    [
      ...['--- a/a.py', '+++ b/a.py', '@@ -1,1 +1,1 @@', '-a != b', '+a == b'],
      ...['--- a/b.py', '+++ b/b.py', '@@ -1,1 +1,1 @@', '-c != d', '+c == d', ''],
    ].join('\n'),
  );
});
