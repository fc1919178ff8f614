import { lstatSync, mkdirSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { ageFiles } from './age-files.ts';

const DAY_MS = 86_400_000;

test('makes the files of today older by the same time, and follows no link', () => {
  using scratch = scratchFolder();
  const [folder, outside] = [join(scratch.path, 'folder'), join(scratch.path, 'outside')];
  mkdirSync(join(folder, 'deep'), { recursive: true });
  const now_ms = Date.now();
  const put = (path: string, age_ms: number) => {
    writeFileSync(path, '');
    utimesSync(path, (now_ms - age_ms) / 1000, (now_ms - age_ms) / 1000);
  };
  put(outside, 0);
  put(join(folder, 'source'), 2000);
  put(join(folder, 'deep/built'), 1000);
  put(join(folder, 'old'), 400 * DAY_MS);
  symlinkSync(outside, join(folder, 'link'));
  for (const _ of [1, 2]) ageFiles(folder, 30);
  const ageOf = (name: string) => Math.round((now_ms - lstatSync(join(folder, name)).mtimeMs) / 1000);
  expect(['source', 'deep/built', 'old', '../outside'].map(ageOf)).toEqual([
    30 * 86_400 + 2,
    30 * 86_400 + 1,
    400 * 86_400,
    0,
  ]);
  for (const name of ['link', 'deep']) expect(ageOf(name)).toBeGreaterThan(29 * 86_400);
});
