import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { narrowSearchPath } from '../sandboxes/search-path.ts';
import { findNodeFolder, findToolchains, isWithin } from './toolchains.ts';

let home: string;
beforeAll(async () => {
  home = await realpath(await mkdtemp(join(tmpdir(), 'assay-test-')));
  const folders = [
    '.cargo/bin',
    '.rustup',
    '.pyenv/shims',
    '.ssh',
    'go/bin',
    'node/bin',
    'node/lib/node_modules',
    'bin',
  ];
  for (const folder of folders) await mkdir(join(home, folder), { recursive: true });
  for (const file of ['node/bin/node', 'bin/node']) await writeFile(join(home, file), '');
});
afterAll(() => rm(home, { recursive: true }));

test('shows toolchains on the search path and nothing else of the home', () => {
  const { folders, env } = findToolchains(`${home}/.pyenv/shims:${home}/.cargo/bin:${home}/.ssh:/usr/bin`, home);
  expect(folders.map((folder) => folder.slice(home.length + 1))).toEqual(['.cargo/bin', '.pyenv', '.rustup']);
  expect(env).toEqual({ RUSTUP_HOME: `${home}/.rustup` });
  expect(findToolchains('/usr/bin', home)).toEqual({ folders: [], env: {} });
});

test('shows a whole node installation, but only the program if it is in a home folder', () => {
  expect(findNodeFolder(join(home, 'node/bin/node'), home)).toBe(join(home, 'node'));
  expect(findNodeFolder(join(home, 'bin/node'), home)).toBe(join(home, 'bin/node'));
  expect(findNodeFolder(join(home, 'node/bin/node'), join(home, 'node/bin'))).toBe(join(home, 'node/bin/node'));
});

test.each([
  { path: '/a/b', folder: '/a', within: true, why: 'inside' },
  { path: '/a', folder: '/a', within: true, why: 'the folder itself' },
  { path: '/ab', folder: '/a', within: false, why: 'a common name prefix' },
  { path: '/a/..b', folder: '/a', within: true, why: 'a name with dots' },
  { path: '/', folder: '/a', within: false, why: 'the parent' },
])('$path in $folder: $within, $why', ({ path, folder, within }) => {
  expect(isWithin(path, folder)).toBe(within);
});

test('a search path keeps folders that are absolute, existing, visible and not writable by the agent', () => {
  const path = `.::bin:${home}/none:${home}/bin:${home}/go/bin:/usr/bin:/usr/bin:${home}/.ssh`;
  const node = join(home, 'node/bin/node');
  const options = { visible: ['/usr', join(home, 'go')], hostile: [join(home, 'bin')], node };
  expect(narrowSearchPath(path, options)).toBe(`${home}/node/bin:${home}/go/bin:/usr/bin`);
  expect(narrowSearchPath(`${home}/node/bin:/usr/bin`, { ...options, visible: null })).toBe(
    `${home}/node/bin:/usr/bin`,
  );
});
