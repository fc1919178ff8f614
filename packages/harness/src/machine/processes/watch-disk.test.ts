import { execFileSync } from 'node:child_process';
import { link, mkdir, mkdtemp, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { measureFolders, watchDisk } from './watch-disk.ts';

const MEGABYTE = 1024 * 1024;
const ALL = Number.MAX_SAFE_INTEGER;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-test-'));
});
afterEach(async () => {
  // the path is too long for node to remove
  execFileSync('rm', ['-rf', folder]);
});

test('counts hard links once, and neither holes nor symbolic links', async () => {
  await mkdir(join(folder, 'a/b'), { recursive: true });
  await writeFile(join(folder, 'a/b/file'), Buffer.alloc(MEGABYTE, 1));
  await link(join(folder, 'a/b/file'), join(folder, 'twin'));
  await symlink('/usr', join(folder, 'link'));
  await writeFile(join(folder, 'sparse'), '');
  await truncate(join(folder, 'sparse'), 1024 * MEGABYTE);
  const used = await measureFolders([folder], ALL);
  expect(used).toBeGreaterThanOrEqual(MEGABYTE);
  expect(used).toBeLessThan(1.1 * MEGABYTE);
});

test('counts empty files', async () => {
  for (let index = 0; index < 100; index++) await writeFile(join(folder, String(index)), '');
  expect(await measureFolders([folder], ALL)).toBeGreaterThanOrEqual(100 * 512);
});

test('a missing folder has no size', async () => {
  expect(await measureFolders([join(folder, 'none')], ALL)).toBe(0);
});

test('a tree deeper than the path limit exceeds any limit', async () => {
  const dive = `import os\nos.chdir('${folder}')\nfor i in range(30):\n  os.mkdir('d' * 200); os.chdir('d' * 200)\nopen('f', 'w')`;
  execFileSync('python3', ['-c', dive]);
  await expect(measureFolders([folder], ALL)).rejects.toThrow('ENAMETOOLONG');
});

test('reports growth beyond the limit once', async () => {
  let times = 0;
  const watch = watchDisk([folder], { limit_bytes: 4 * MEGABYTE, onExceeded: () => times++ });
  // the first check must run before the disk is filled
  await new Promise((resolve) => setTimeout(resolve, 800));
  await writeFile(join(folder, 'file'), Buffer.alloc(16 * MEGABYTE, 1));
  await expect.poll(() => times, { timeout: 50_000 }).toBe(1);
  watch.stop();
  await rm(join(folder, 'file'));
}, 15_000);
