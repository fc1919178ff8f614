import type { DiffFile } from '@assay/scoring';
import { expect, test } from 'vitest';
import { buildFileTree, type Folder } from './file-tree.ts';

const file = (path: string): DiffFile => ({ path, additions: 1, deletions: 0, left_out: null, start: 0, end: 0 });

const tell = ({ name, folders, files }: Folder): unknown => ({
  [name]: [...folders.map(tell), ...files.map((one) => one.name)],
});

test.each<{ paths: string[]; tree: object; why: string }>([
  { paths: [], tree: { '': [] }, why: 'nothing changed' },
  { paths: ['a', 'b/c'], tree: { '': [{ b: ['c'] }, 'a'] }, why: 'folders come before files' },
  {
    paths: ['a/b/c/x', 'a/b/c/y'],
    tree: { '': [{ 'a/b/c': ['x', 'y'] }] },
    why: 'a folder with one folder is merged with it',
  },
  { paths: ['a/b/x', 'a/y'], tree: { '': [{ a: [{ b: ['x'] }, 'y'] }] }, why: 'a folder with more entries is kept' },
  {
    paths: ['constructor/x', '__proto__/y'],
    tree: { '': [{ ['__proto__']: ['y'] }, { constructor: ['x'] }] },
    why: 'names of object properties are plain names',
  },
])('$paths: $why', ({ paths, tree }) => {
  expect(JSON.stringify(tell(buildFileTree(paths.map(file))))).toBe(JSON.stringify(tree));
});

test('limits the depth of a path with a thousand folders', () => {
  const path = `${'d/'.repeat(1_000)}x`;
  const [folder] = buildFileTree([file(path)]).folders;
  expect(`${folder?.name}/${folder?.files[0]?.name}`).toBe(path);
});
