import { createHash } from 'node:crypto';
import type { FileState } from '@assay/schema';
import { expect, test } from 'vitest';
import { findDisplaced, layOver } from './hidden-files.ts';

const MODES = { file: '100644', link: '120000', folder: '040000' };

/** Files by path; a path ending in `/` is a folder, one ending in `@` a link. */
function tree(texts: Readonly<Record<string, string>>): Map<string, FileState> {
  return new Map(
    Object.entries(texts).map(([path, text]) => {
      const kind = path.endsWith('/') ? 'folder' : path.endsWith('@') ? 'link' : 'file';
      const oid = createHash('sha1').update(text).digest('hex');
      return [path.replace(/[/@]$/, ''), { kind, mode: MODES[kind], oid, size_bytes: text.length, binary: false }];
    }),
  );
}

test.each([
  {
    case: 'a file beside others',
    files: { 'tests/': '', 'tests/a.py': 'a' },
    hidden: { 'tests/': '', 'tests/b.py': 'b' },
    to: ['tests', 'tests/a.py', 'tests/b.py'],
  },
  {
    case: 'a file in place of a folder',
    files: { 'a/': '', 'a/b/': '', 'a/b/c': 'own' },
    hidden: { a: 'hidden' },
    to: ['a'],
  },
  {
    case: 'a folder in place of a link',
    files: { 'tests@': '/elsewhere' },
    hidden: { 'tests/': '', 'tests/a.py': 'a' },
    to: ['tests', 'tests/a.py'],
  },
])('lays over: $case', ({ files, hidden, to }) => {
  const laid = layOver(tree(files), tree(hidden));
  expect([...laid.keys()].toSorted()).toEqual(to);
  for (const [path, state] of tree(hidden)) expect(laid.get(path)).toEqual(state);
});

test.each([
  { case: 'a changed test', final: { 'test.py': 'easy' }, displaced: ['test.py'] },
  { case: 'the same test as the hidden one', final: { 'test.py': 'hard' }, displaced: [] },
  { case: 'an unchanged test', final: { 'test.py': 'old' }, displaced: [] },
  { case: 'a folder in its place', final: { 'test.py/': '', 'test.py/x': 'own' }, displaced: ['test.py', 'test.py/x'] },
  { case: 'a link in its place', final: { 'test.py@': 'other.py' }, displaced: ['test.py'] },
  { case: 'other files', final: { 'test.py': 'old', 'app.py': 'new' }, displaced: [] },
])('puts aside: $case', ({ final, displaced }) => {
  const found = findDisplaced({
    baseline: tree({ 'test.py': 'old' }),
    final: tree(final),
    hidden: tree({ 'test.py': 'hard' }),
  });
  expect(found.map(({ path }) => path)).toEqual(displaced);
});
