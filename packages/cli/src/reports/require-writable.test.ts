import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { requireWritable } from './require-writable.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-unwritable-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('rejects a path in a missing folder and a path that is a folder', async () => {
  for (const path of [join(folder, 'no', 'report.html'), folder])
    await expect(requireWritable(path)).rejects.toMatchObject({ code: 'unwritable_file' });
});

test('leaves no file behind and keeps an existing one unchanged', async () => {
  await requireWritable(join(folder, 'new.html'));
  expect(await readdir(folder)).toEqual([]);
  const old = join(folder, 'old.html');
  await writeFile(old, 'before');
  await requireWritable(old);
  expect(await readFile(old, 'utf8')).toBe('before');
});
