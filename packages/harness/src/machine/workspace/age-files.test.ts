import { lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { ageFiles } from './age-files.ts';

const DAY_MS = 86_400_000;

test('makes files older by the same time, and follows no link', () => {
  using scratch = scratchFolder();
  const [folder, outside] = [join(scratch.path, 'folder'), join(scratch.path, 'outside')];
  mkdirSync(join(folder, 'deep'), { recursive: true });
  const now_ms = Date.now();
  const put = (name: string, age_ms: number) => {
    const path = join(folder, name);
    writeFileSync(path, '');
    utimesSync(path, (now_ms - age_ms) / 1000, (now_ms - age_ms) / 1000);
  };
  const ageOf = (name: string) => Math.round(((now_ms - lstatSync(join(folder, name)).mtimeMs) / DAY_MS) * 1000) / 1000;
  put('../outside', 0);
  put('source', 5 * DAY_MS);
  put('deep/built', 4 * DAY_MS);
  put('packed', 50 * 365 * DAY_MS);
  symlinkSync(outside, join(folder, 'link'));
  ageFiles(folder, 30, 'all');
  expect(['source', 'deep/built', 'packed', '../outside'].map(ageOf)).toEqual([35, 34, 50 * 365, 0]);
  for (const name of ['link', 'deep']) expect(ageOf(name)).toBeGreaterThan(29);
  put('changed', 0);
  ageFiles(folder, 30, 'today');
  expect(['source', 'deep/built', 'changed'].map(ageOf)).toEqual([35, 34, 30]);
});
