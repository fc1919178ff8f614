import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { startOwnWorker } from './own-worker.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-own-worker-'));
const program = process.argv[1] as string;
afterEach(() => {
  process.argv[1] = program;
  rmSync(folder, { recursive: true, force: true });
});

test('a worker that cannot start here is tried again, and the reason is printed once', async () => {
  const starts = join(folder, 'starts');
  process.argv[1] = join(folder, 'worker.cjs');
  writeFileSync(
    process.argv[1],
    `require('fs').appendFileSync(${JSON.stringify(starts)}, 'x');
console.error('assay: no sandbox is available\\nInstall one.');
process.exitCode = 3;`,
  );
  const told: string[] = [];
  await using worker = startOwnWorker(folder, (problem) => told.push(problem));
  await vi.waitUntil(() => readFileSync(starts, { encoding: 'utf8', flag: 'a+' }).length >= 2, { timeout: 60_000 });
  await vi.waitUntil(() => !worker.isRunning(), { timeout: 60_000 });
  expect(told).toEqual(['no sandbox is available']);
});
