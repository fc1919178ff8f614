import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { acquireLock } from './lock.ts';

let folder = '';
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

test('callers in one process hold the lock one at a time', async () => {
  const events: string[] = [];
  const hold = async (name: string): Promise<void> => {
    using _ = await acquireLock(join(folder, 'lock'));
    events.push(`${name} in`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    events.push(`${name} out`);
  };
  await Promise.all(['a', 'b', 'c'].map(hold));
  const order = events.filter((event) => event.endsWith('in')).map((event) => event.slice(0, 1));
  expect(events).toEqual(order.flatMap((name) => [`${name} in`, `${name} out`]));
});

test('a killed process releases the lock', async () => {
  const file = join(folder, 'lock');
  const program = `import('${new URL('./lock.ts', import.meta.url)}').then(async ({ acquireLock }) => {
    globalThis.held = await acquireLock(${JSON.stringify(file)});
    console.log('held');
    setInterval(() => {}, 1000);
  })`;
  const holder = spawn(process.execPath, ['--conditions=@assay/source', '-e', program], { stdio: 'pipe' });
  await once(holder.stdout, 'data');
  await expect(acquireLock(file, AbortSignal.timeout(100))).rejects.toThrow('aborted');
  const waiting = acquireLock(file);
  holder.kill('SIGKILL');
  (await waiting)[Symbol.dispose]();
});
