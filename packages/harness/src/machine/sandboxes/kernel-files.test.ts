import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { listKernelFiles } from './kernel-files.ts';

const linux = existsSync('/proc/self');

test.skipIf(!linux)('tolerates processes that end while /proc is listed', () => {
  const quiet = listKernelFiles();
  const storm = spawn('sh', ['-c', 'while :; do (:) & (:) & (:) & wait; done'], { stdio: 'ignore' });
  try {
    // reading file types fails here about once in a thousand times
    for (let times = 0; times < 3000; times++) expect(listKernelFiles()).toEqual(quiet);
  } finally {
    storm.kill('SIGKILL');
  }
  expect(quiet.read_only).toContain('/proc/sys');
  expect(quiet.read_only).not.toContain('/proc/self');
});
