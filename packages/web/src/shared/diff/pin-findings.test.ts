import { parseDiff } from '@assay/scoring';
import { expect, test } from 'vitest';
import { pinFindings } from './pin-findings.ts';

const PATCH = `diff --git a/x.ts b/x.ts
--- a/x.ts
+++ b/x.ts
@@ -1,3 +1,3 @@
 one
-two
+zwei
 three
diff --git a/y.ts b/y.ts
--- a/y.ts
+++ b/y.ts
@@ -1 +1 @@
-a
+b
`;

const pinned = (line: number | undefined, path = 'x.ts'): string[] => {
  const diff = parseDiff(PATCH);
  const [file] = diff.files;
  if (file === undefined) throw new Error('expected a file');
  const finding = { path, message: 'no', ...(line === undefined ? {} : { line }) };
  return pinFindings(diff, file, [{ by: 'tests', finding }]).map(({ kind, text }) =>
    kind === 'finding' ? '<here>' : text,
  );
};

test.each([
  { line: 2, after: '+zwei', why: 'line numbers refer to the new file' },
  { line: 3, after: ' three', why: 'an unchanged line' },
])('line $line: $why', ({ line, after }) => {
  const lines = pinned(line);
  expect(lines[lines.indexOf('<here>') - 1]).toBe(after);
});

test.each([
  { line: 99, why: 'outside the patch' },
  { line: undefined, why: 'about the whole file' },
])('puts line $line first: $why', ({ line }) => {
  expect(pinned(line)[0]).toBe('<here>');
});

test('ignores findings of other files', () => {
  expect(pinned(2, 'y.ts')).not.toContain('<here>');
});
