import { expect, test } from 'vitest';
import { seedPaths } from './seed-paths.ts';

const FILES = ['fixture/add.js', 'fixture/test/add.test.js', 'oracle.patch'].map((name) => ({ name }));

test.each([
  { seed: { copy: './fixture' }, paths: ['add.js', 'test/add.test.js'], why: 'the folder is not part of the paths' },
  { seed: { copy: 'fixture/' }, paths: ['add.js', 'test/add.test.js'], why: 'however it is written' },
  { seed: { copy: 'fix' }, paths: [], why: 'a folder is a whole name' },
  { seed: { copy: '.' }, paths: ['fixture/add.js', 'fixture/test/add.test.js', 'oracle.patch'], why: 'all of it' },
  { seed: 'empty', paths: [], why: 'nothing is copied' },
])('a seed of $seed has $paths: $why', ({ seed, paths }) => {
  const task = { scenario: { workspace_seed: seed }, files: FILES } as unknown as Parameters<typeof seedPaths>[0];
  expect(seedPaths(task)).toEqual(paths);
});
