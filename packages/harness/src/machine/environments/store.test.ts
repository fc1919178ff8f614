import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, readlinkSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { putFiles, scratchFolder } from '../../../../detect/test/workspace.ts';
import {
  addEnvironment,
  environmentStore,
  findEnvironment,
  linkCommand,
  listEnvironments,
  pruneEnvironments,
  type StoredEnvironment,
  useEnvironment,
} from './store.ts';

const ABOUT = { built_for: 'bank', date: '2026-01-02', built_at: '2026-01-02T00:00:00.000Z' };

/** A store and a function that installs something into it. */
function openScratch() {
  const scratch = scratchFolder();
  const store = join(scratch.path, 'store');
  let count = 0;
  const add = async (name: string, text = name, folders = ['node_modules']): Promise<string> => {
    const draft = join(scratch.path, `draft-${++count}`);
    putFiles(draft, Object.fromEntries(folders.map((folder) => [`${folder}/tiny/index.js`, text])));
    await addEnvironment(store, name, { ...ABOUT, draft, folders });
    return draft;
  };
  const find = async (name: string) => (await findEnvironment(store, name)) as StoredEnvironment;
  const age = async (name: string, used_at: string): Promise<void> => {
    const { folder } = await find(name);
    utimesSync(join(folder, 'environment.json'), new Date(used_at), new Date(used_at));
  };
  return { path: scratch.path, store, add, find, age, [Symbol.dispose]: () => scratch[Symbol.dispose]() };
}

test.each([
  [{ ASSAY_ENVIRONMENTS: '/a', HOME: '/h' }, '/a'],
  [{ XDG_CACHE_HOME: '/c', HOME: '/h' }, '/c/assay/environments'],
  [{ XDG_CACHE_HOME: 'relative', HOME: '/h' }, '/h/.cache/assay/environments'],
  [{ ASSAY_ENVIRONMENTS: '', HOME: '/h' }, '/h/.cache/assay/environments'],
])('%j: %s', (environment, folder) =>
  expect(environmentStore({ environment })).toBe(`${folder}/${process.platform}-${process.arch}`),
);

test('what was installed is linked into any workspace, and a file in the way stays', async () => {
  using scratch = openScratch();
  await scratch.add('one', 'text', ['node_modules', 'packages/a/node_modules']);
  const found = await scratch.find('one');
  expect(found).toMatchObject({ ...ABOUT, name: 'one', folders: ['node_modules', 'packages/a/node_modules'] });
  expect(found.size_bytes).toBeGreaterThan(0);
  const workspace = join(scratch.path, 'workspace');
  mkdirSync(workspace);
  const link = (): void => void execFileSync('sh', ['-c', linkCommand(found)], { cwd: workspace });
  link();
  link();
  for (const folder of ['', 'packages/a/'])
    expect(readFileSync(join(workspace, folder, 'node_modules/tiny/index.js'), 'utf8')).toBe('text');
  // vite does so, in an environment that is mounted read-only
  putFiles(workspace, { 'node_modules/.vite-temp/config.mjs': '' });
  expect(existsSync(join(found.folder, 'files/node_modules/.vite-temp'))).toBe(false);
  const other = join(scratch.path, 'other');
  putFiles(other, { 'node_modules/own.js': '' });
  execFileSync('sh', ['-c', linkCommand(found)], { cwd: other });
  expect(readdirSync(join(other, 'node_modules'))).toEqual(['own.js']);
});

test('packages of the workspace itself are linked to the workspace, not to the environment', async () => {
  using scratch = openScratch();
  const draft = join(scratch.path, 'draft');
  putFiles(draft, {
    'node_modules/tiny/index.js': '',
    'node_modules/@acme/x/index.js': '',
    'packages/money/a.js': '1',
  });
  symlinkSync('../../packages/money', join(draft, 'node_modules/@acme/money'));
  await addEnvironment(scratch.store, 'one', { ...ABOUT, draft, folders: ['node_modules'] });
  const workspace = join(scratch.path, 'workspace');
  putFiles(workspace, { 'packages/money/a.js': '2' });
  const found = await scratch.find('one');
  execFileSync('sh', ['-c', linkCommand(found)], { cwd: workspace });
  expect(readFileSync(join(workspace, 'node_modules/@acme/money/a.js'), 'utf8')).toBe('2');
  expect(readlinkSync(join(workspace, 'node_modules/tiny'))).toBe(join(found.folder, 'files/node_modules/tiny'));
  expect(existsSync(join(workspace, 'node_modules/@acme/x/index.js'))).toBe(true);
});

test('of two that install the same, one wins and neither fails', async () => {
  using scratch = openScratch();
  await Promise.all([scratch.add('one', 'first'), scratch.add('one', 'second')]);
  const { folder } = await scratch.find('one');
  expect(readFileSync(join(folder, 'files/node_modules/tiny/index.js'), 'utf8')).toMatch(/^(?:first|second)$/);
  expect(readdirSync(scratch.store)).toEqual(['one']);
});

test('half of an environment is none, and is replaced', async () => {
  using scratch = openScratch();
  putFiles(scratch.store, { 'one/files/node_modules/tiny/index.js': 'half' });
  expect(await scratch.find('one')).toBeUndefined();
  expect(await useEnvironment(scratch.store, 'one')).toBeUndefined();
  await scratch.add('one', 'whole');
  const { folder } = await scratch.find('one');
  expect(readFileSync(join(folder, 'files/node_modules/tiny/index.js'), 'utf8')).toBe('whole');
});

test('an environment whose Python is gone is missing', async () => {
  using scratch = openScratch();
  await scratch.add('one', '', ['.venv']);
  expect(await scratch.find('one')).toBeUndefined();
});

test('pruning removes what was used last long ago, and never what is in use', async () => {
  using scratch = openScratch();
  for (const name of ['a', 'b', 'c']) await scratch.add(name);
  {
    await using used = await useEnvironment(scratch.store, 'a');
    expect(used?.name).toBe('a');
    await scratch.age('a', '2026-01-01T00:00:00Z');
    await scratch.age('b', '2026-01-02T00:00:00Z');
    await scratch.age('c', '2026-01-03T00:00:00Z');
    const listed = await listEnvironments(scratch.store);
    expect(listed.map(({ name, in_use }) => [name, in_use])).toEqual([
      ['c', false],
      ['b', false],
      ['a', true],
    ]);
    const removed = await pruneEnvironments(scratch.store, { used_before: '2026-01-02T12:00:00Z' });
    expect(removed.map(({ name }) => name)).toEqual(['b']);
    expect(await pruneEnvironments(scratch.store, { limit_bytes: 0, kept: 'c' })).toEqual([]);
  }
  expect((await pruneEnvironments(scratch.store, { limit_bytes: 0 })).map(({ name }) => name)).toEqual(['a', 'c']);
  expect(readdirSync(scratch.store)).toEqual(['.users']);
});

test('a limit removes the least recently used ones, until the others fit', async () => {
  using scratch = openScratch();
  for (const name of ['a', 'b', 'c']) await scratch.add(name);
  await scratch.age('b', '2026-01-01T00:00:00Z');
  const { size_bytes } = await scratch.find('a');
  const removed = await pruneEnvironments(scratch.store, { limit_bytes: 2.5 * size_bytes });
  expect(removed.map(({ name }) => name)).toEqual(['b']);
});

test('what a killed process left is removed later, and its use does not count', async () => {
  using scratch = openScratch();
  await scratch.add('one');
  const gone = 2 ** 22 + 1;
  putFiles(scratch.store, { [`.part-${gone}-1/files/x`]: '', [`.part-${process.pid}-9/files/x`]: '' });
  const { hostname } = await import('node:os');
  putFiles(scratch.store, { [`.users/one.${gone}.1.${hostname()}`]: '' });
  const old = new Date('2026-01-01T00:00:00Z');
  for (const name of readdirSync(scratch.store)) utimesSync(join(scratch.store, name), old, old);
  await pruneEnvironments(scratch.store, { limit_bytes: 0 });
  expect(readdirSync(scratch.store)).toEqual([`.part-${process.pid}-9`, '.users']);
  expect(readdirSync(join(scratch.store, '.users'))).toEqual([]);
});
