import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { refuseUnwritable } from './refuse-unwritable.ts';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-unwritable-'));
});
afterAll(() => rm(folder, { recursive: true }));

test('a report in a folder that is not there, or in the place of a folder, is refused', async () => {
  for (const path of [join(folder, 'no', 'report.html'), folder])
    await expect(refuseUnwritable(path)).rejects.toMatchObject({ code: 'unwritable_file' });
});

test('looking leaves no file behind, and one that is there as it was', async () => {
  await refuseUnwritable(join(folder, 'new.html'));
  expect(await readdir(folder)).toEqual([]);
  const old = join(folder, 'old.html');
  await writeFile(old, 'before');
  await refuseUnwritable(old);
  expect(await readFile(old, 'utf8')).toBe('before');
});
