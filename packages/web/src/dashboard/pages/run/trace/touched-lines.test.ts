import { parseDiff } from '@assay/scoring';
import { expect, test } from 'vitest';
import { findTouchedLines } from './touched-lines.ts';

const DIFF = parseDiff(`diff --git a/src/a.ts b/src/a.ts
--- a/src/a.ts
+++ b/src/a.ts
@@ -1,2 +1,2 @@
-one
+eins
 two
@@ -9,2 +9,2 @@
 nine
-ten
+zehn
`);

test.each<{ input: unknown; touched: readonly string[] | null; why: string }>([
  {
    input: { file_path: '/work/src/a.ts', old_string: 'ten', new_string: 'zehn' },
    touched: ['nine', 'ten', 'zehn'],
    why: 'the hunk of the edit, in a file named from the root',
  },
  {
    input: { path: 'src/a.ts', edits: [{ old_string: 'one', new_string: 'eins' }] },
    touched: ['one', 'eins', 'two'],
    why: 'a list of edits',
  },
  {
    input: '*** Begin Patch\n*** Update File: src/a.ts\n-one\n+eins\n*** End Patch',
    touched: ['one', 'eins', 'two'],
    why: 'a patch',
  },
  { input: { file_path: 'src/a.ts', content: 'something else' }, touched: [], why: 'later edits replaced it' },
  { input: { file_path: 'src/a.ts' }, touched: null, why: 'reading a file is no edit' },
  { input: { file_path: 'src/b.ts', content: 'eins' }, touched: null, why: 'a file outside the change' },
  { input: { command: 'sed -i s/one/eins/ src/a.ts' }, touched: null, why: 'a command is not read' },
  { input: null, touched: null, why: 'no input' },
])('$why', ({ input, touched }) => {
  const found = findTouchedLines(DIFF, { type: 'tool_use', tool: 'Edit', input }, []);
  const texts = found?.rows.flatMap(({ kind, text }) => (kind === 'hunk' ? [] : [text])) ?? null;
  expect(texts).toEqual(touched);
});
