import { expect, test } from 'vitest';
import { startProcess } from './process.ts';
import { watchTree } from './watch-tree.ts';

const base = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, timeout_ms: 20_000 };
const HOG = 'const hog = Buffer.alloc(200e6, 1); setTimeout(() => hog, 20e3)';

test.each([
  {
    why: 'processes',
    command: ['/bin/sh', '-c', 'for i in 1 2 3 4 5 6; do sleep 20 & done; wait'] as const,
    reason: 'it ran more than 5 processes',
  },
  {
    why: 'memory',
    command: [process.execPath, '-e', HOG] as const,
    reason: 'it needed more than 150 MB of memory',
  },
])('reports too much $why', async ({ command, reason }) => {
  const running = startProcess({ ...base, command });
  const watch = watchTree(running.pid ?? 0, {
    limits: { memory_mb: 150, pids: 5 },
    onExceeded: (seen) => running.end('memory', seen),
  });
  expect(await running.done).toMatchObject({ ended_by: 'memory', reason });
  watch.stop();
});
