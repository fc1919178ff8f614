import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { startProcess } from './process.ts';
import { listProcessesMarked } from './process-tree.ts';
import { runProcess } from './run-process.ts';

const base = { cwd: '/', env: { PATH: '/usr/bin:/bin' }, timeout_ms: 20_000 };
const sh = (line: string) => ({ ...base, command: ['/bin/sh', '-c', line] as const });

test.each([
  { why: 'a missing program', command: ['/no/such/program'] as const, reason: /ENOENT/ },
  { why: 'a missing folder', command: ['/bin/true'] as const, cwd: '/no/such/folder', reason: /ENOENT/ },
  { why: 'a file that is not a program', command: ['/etc/passwd'] as const, reason: /EACCES/ },
  { why: 'an invalid argument', command: ['/bin/true', 'a\0b'] as const, reason: /null bytes/ },
  { why: 'an argument of four megabytes', command: ['/bin/true', 'x'.repeat(4e6)] as const, reason: /E2BIG/ },
])('$why is reported as an end, not thrown', async ({ command, cwd = '/', reason }) => {
  const end = await runProcess({ ...base, command, cwd });
  expect(end).toMatchObject({
    exit_code: null,
    signal: null,
    ended_by: 'start',
    reason: expect.stringMatching(reason),
  });
});

test('returns the complete output of a program', async () => {
  const { stdout, stderr, exit_code } = await runProcess(sh('seq 1 50000; seq 1 50000 >&2; exit 4'));
  const lines = Array.from({ length: 50_000 }, (_, index) => `${index + 1}\n`).join('');
  expect({ exit_code, stdout: stdout === lines, stderr: stderr === lines }).toEqual({
    exit_code: 4,
    stdout: true,
    stderr: true,
  });
});

test('a child that keeps the streams open does not delay the end', async () => {
  const mark = `${process.pid}.${performance.now()}`;
  const end = await runProcess({ ...sh('sleep 30 & exit 2'), env: { ...base.env, MARK: mark } });
  expect(end).toMatchObject({ exit_code: 2, ended_by: 'exit' });
  for (const pid of listProcessesMarked(`MARK=${mark}`)) process.kill(pid, 'SIGKILL');
});

test('further descriptors pass text in and out', async () => {
  const heard: Buffer[] = [];
  const pipes = ['given', (chunk: Buffer) => void heard.push(chunk)];
  const running = startProcess({ ...sh('cat <&3 >&4'), pipes });
  expect(await running.done).toMatchObject({ exit_code: 0 });
  expect(Buffer.concat(heard).toString()).toBe('given');
});

test('reports the first reason for ending a program', async () => {
  const running = startProcess(sh('sleep 30'));
  running.end('disk', 'it was full');
  running.end('memory', 'too late');
  running.stop();
  expect(await running.done).toMatchObject({ ended_by: 'disk', reason: 'it was full', signal: 'SIGKILL' });
});

test('ending a finished program has no effect', async () => {
  const running = startProcess(sh('exit 0'));
  const end = await running.done;
  running.stop();
  running.end('stop', 'late');
  running.write('into nowhere');
  expect(await running.done).toBe(end);
});

test('a failure in conclude is reported, not thrown', async () => {
  const running = startProcess({ ...sh('exit 0'), conclude: () => Promise.reject(new Error('it would not settle')) });
  expect(await running.done).toMatchObject({ exit_code: 0, reason: 'it would not settle' });
});

test('many programs leak no descriptors', async () => {
  const { readdirSync } = await import('node:fs');
  const run = () => Promise.all(Array.from({ length: 20 }, () => runProcess({ ...sh('cat'), input: 'x' })));
  await run();
  if (!existsSync('/proc/self/fd')) return;
  const before = readdirSync('/proc/self/fd').length;
  for (let round = 0; round < 3; round++) await run();
  // pipes are created in batches
  expect(readdirSync('/proc/self/fd').length).toBeLessThanOrEqual(before + 32);
});
