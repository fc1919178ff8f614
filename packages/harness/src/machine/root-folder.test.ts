import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeFolder } from './root-folder.ts';

let folder = '';
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-folders-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

test('creates a folder and those above it, also if others create them at the same time', async () => {
  const path = join(folder, 'a/b/c');
  await Promise.all([makeFolder(path), makeFolder(path), makeFolder(join(path, 'd'))]);
  await makeFolder(path);
  expect((await stat(join(path, 'd'))).isDirectory()).toBe(true);
});

test('a folder that cannot be created is an error, and no endless attempt', async () => {
  await writeFile(join(folder, 'file'), '');
  await expect(makeFolder(join(folder, 'file'))).rejects.toMatchObject({ code: 'EEXIST' });
  await expect(makeFolder(join(folder, 'file/a'))).rejects.toMatchObject({ code: 'ENOTDIR' });
  await expect(makeFolder('/proc/x/y')).rejects.toMatchObject({ code: 'ENOENT' });
});
