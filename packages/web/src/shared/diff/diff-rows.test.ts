import { parseDiff } from '@assay/scoring';
import { expect, test } from 'vitest';
import { type DiffRow, isCode, layoutFile } from './diff-rows.ts';

const PATCH = `diff --git a/x.ts b/x.ts
index 5626abf..814f4a4 100644
--- a/x.ts
+++ b/x.ts
@@ -1,3 +1,3 @@ function count() {
 one
-two
+zwei
 three
\\ No newline at end of file
diff --git a/y.ts b/y.ts
--- a/y.ts
+++ b/y.ts
@@ -1 +1 @@
-a
+b
`;

const rowsOf = (patch: string, findings: Parameters<typeof layoutFile>[2] = []): DiffRow[] => {
  const diff = parseDiff(patch);
  const [file] = diff.files;
  if (file === undefined) throw new Error('expected a file');
  return layoutFile(diff, file, findings);
};

const tell = (row: DiffRow): string =>
  isCode(row) ? `${row.kind} ${row.before} ${row.after} ${row.text}` : `${row.kind} ${row.text}`;

test('a file has both line numbers and no headers of git', () => {
  expect(rowsOf(PATCH).map(tell)).toEqual([
    'hunk Lines 1–3 · function count() {',
    'context 1 1 one',
    'removed 2 null two',
    'added null 2 zwei',
    'context 3 3 three',
    'note No newline at end of file',
  ]);
});

test.each([
  {
    head: 'old mode 100644\nnew mode 100755\nrename from a\nrename to x',
    notes: ['File mode is now 100755', 'Renamed from a'],
  },
  { head: 'new file mode 100755', notes: ['New file, executable'] },
  { head: 'deleted file mode 100644', notes: ['Deleted file'] },
  {
    head: 'GIT binary patch\nliteral 5\nMcmZQzWMXE5\n\nliteral 0\nHcmV',
    notes: ['Binary file: its content is not shown'],
  },
  { head: 'not written by git', notes: ['not written by git'] },
])('$notes', ({ head, notes }) => {
  expect(rowsOf(`diff --git a/x b/x\n${head}\n`)).toEqual(notes.map((text) => ({ kind: 'note', text })));
});

const pinned = (line: number | undefined, path = 'x.ts'): DiffRow[] =>
  rowsOf(PATCH, [{ by: 'tests', finding: { path, message: 'no', ...(line === undefined ? {} : { line }) } }]);

test.each([
  { line: 2, after: 'zwei', why: 'line numbers refer to the new file' },
  { line: 3, after: 'three', why: 'an unchanged line' },
])('pins a finding below line $line: $why', ({ line, after }) => {
  const rows = pinned(line);
  const at = rows.findIndex(({ kind }) => kind === 'finding');
  expect(rows[at - 1]).toMatchObject({ text: after, after: line });
});

test.each([
  { line: 99, why: 'outside the patch' },
  { line: undefined, why: 'about the whole file' },
])('puts a finding at line $line first: $why', ({ line }) => {
  expect(pinned(line)[0]?.kind).toBe('finding');
});

test('ignores findings of other files', () => {
  expect(pinned(2, 'y.ts').some(({ kind }) => kind === 'finding')).toBe(false);
});
