import { existsSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import { expect, test } from 'vitest';
import { tryAcquireLock } from '../postgres/lock.ts';
import { openScratchFolder } from './scratch-folder.ts';

test('a folder that a starting server takes away before it is locked is replaced by another', async () => {
  const tried: string[] = [];
  const scratch = await openScratchFolder((file) => {
    tried.push(dirname(file));
    const lock = tryAcquireLock(file);
    if (tried.length === 3) return lock;
    rmSync(dirname(file), { recursive: true });
    if (tried.length === 2) return lock;
    lock?.[Symbol.dispose]();
    return null;
  });
  expect(tried.length).toBe(3);
  expect(scratch.path).toBe(tried[2]);
  expect(tried.map((path) => existsSync(path))).toEqual([false, false, true]);
  await scratch[Symbol.asyncDispose]();
  expect(existsSync(scratch.path)).toBe(false);
});

test('a folder that cannot be locked is removed', async () => {
  let path = '';
  const opening = openScratchFolder((file) => {
    path = dirname(file);
    throw new Error('the file system has no locks');
  });
  await expect(opening).rejects.toThrow('no locks');
  expect(existsSync(path)).toBe(false);
});
