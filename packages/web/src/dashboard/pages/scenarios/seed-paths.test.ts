import { expect, test } from 'vitest';
import { seedPaths } from './seed-paths.ts';

const FILES = ['fixture/add.js', 'fixture/test/add.test.js', 'oracle.patch'].map((name) => ({ name }));

test.each([
  { seed: { copy: './fixture' }, paths: ['add.js', 'test/add.test.js'], why: 'paths do not include the folder' },
  { seed: { copy: 'fixture/' }, paths: ['add.js', 'test/add.test.js'], why: 'with a trailing slash' },
  { seed: { copy: 'fix' }, paths: [], why: 'a prefix is not a folder' },
  { seed: { copy: '.' }, paths: ['fixture/add.js', 'fixture/test/add.test.js', 'oracle.patch'], why: 'all files' },
  { seed: 'empty', paths: [], why: 'nothing is copied' },
])('a seed of $seed has $paths: $why', ({ seed, paths }) => {
  const task = { scenario: { workspace_seed: seed }, files: FILES } as unknown as Parameters<typeof seedPaths>[0];
  expect(seedPaths(task)).toEqual(paths);
});
