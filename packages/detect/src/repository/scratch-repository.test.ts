import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, rmdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { openScratchRepository } from './scratch-repository.ts';

test('removes what a killed process left, and nothing of one that runs', async () => {
  await using running = await openScratchRepository();
  const { pid } = spawnSync('true');
  const left = running.folder.replace(`-${process.pid}-`, `-${pid}-`);
  const foreign = running.folder.replace(/check-\w+-\d+-/, `check-1-${pid}-`);
  for (const folder of [left, foreign]) mkdirSync(folder);
  await using next = await openScratchRepository();
  expect([left, foreign, running.folder, next.folder].map((folder) => existsSync(folder))).toEqual([
    false,
    true,
    true,
    true,
  ]);
  rmdirSync(foreign);
});
