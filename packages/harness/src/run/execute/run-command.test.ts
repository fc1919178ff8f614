import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Limits } from '@assay/schema';
import { expect, test, vi } from 'vitest';
import { scratchFolder } from '../../../../detect/test/workspace.ts';
import { createRedactor } from '../../machine/credentials.ts';
import { local } from '../../machine/sandboxes/local.ts';
import { USUAL_PLACE } from '../../machine/sandboxes/place.ts';
import { runCommand } from './run-command.ts';

// external programs are slow on a busy machine
vi.setConfig({ testTimeout: 60_000 });

const SECRET = 'canary-5f2b9d1c7e3a48a6';

async function run(command: string, { timeout_ms = 30_000, place = USUAL_PLACE } = {}) {
  using scratch = scratchFolder();
  const [workspace, home] = [join(scratch.path, 'workspace'), join(scratch.path, 'home')];
  for (const folder of [workspace, home]) mkdirSync(folder);
  await using session = await local.open({
    workspace,
    home,
    limits: Limits.parse({}),
    gateway: null,
    readable: [],
    path: process.env['PATH'] ?? '',
    place,
    key: 'run_command_test',
  });
  const redactor = createRedactor(new Map([['KEY', SECRET]]));
  const signal = new AbortController().signal;
  const { evidence } = await runCommand({ session, command, timeout_ms, redactor, signal });
  // wait long enough to see leftover processes
  if (command.includes('outlived')) await sleep(1500);
  return { ...evidence, outlived: existsSync(join(workspace, 'outlived')) };
}

test.each([
  { command: 'echo out; echo err >&2', exit_code: 0, why: 'it passes' },
  { command: 'exit 7', exit_code: 7, why: 'it fails' },
  { command: 'false | true', exit_code: 1, why: 'a part of a pipe fails' },
  { command: 'none-such-program', exit_code: 127, why: 'it does not exist' },
])('$command exits with $exit_code: $why', async ({ command, exit_code }) => {
  expect(await run(command)).toMatchObject({ command, exit_code, signal: null, timed_out: false });
});

test.skipIf(process.platform !== 'linux')(
  'where a user works, a command has another parent and order of variables',
  async () => {
    const command = `env | grep -E '^(HOME|PATH)=' | cut -d= -f1; sh -c 'cat /proc/$PPID/comm'; echo "\${command_line-unset}"; type run; exit 3`;
    const [here, elsewhere] = [await run(command), await run(command, { place: { ...USUAL_PLACE, lived_in: true } })];
    expect(here).toMatchObject({ exit_code: 3, stdout_tail: 'HOME\nPATH\nbash\nunset\n' });
    expect(elsewhere).toMatchObject({ exit_code: 3, stdout_tail: 'PATH\nHOME\nmake\nunset\n' });
  },
);

test('keeps the streams separate, and both ends of long output', async () => {
  const evidence = await run('seq 1 100000; echo oops >&2');
  expect(evidence.stdout_head).toHaveLength(4096);
  expect(evidence.stdout_head.startsWith('1\n2\n')).toBe(true);
  expect(evidence.stdout_tail).toHaveLength(4096);
  expect(evidence.stdout_tail.endsWith('99999\n100000\n')).toBe(true);
  expect(evidence.stdout_omitted_bytes).toBe(588_895 - 2 * 4096);
  expect(evidence).toMatchObject({ stderr_head: '', stderr_tail: 'oops\n', stderr_omitted_bytes: 0, ended_by: 'exit' });
});

test('a timed-out command has no exit code, even if it handles the signal', async () => {
  const evidence = await run('trap "exit 0" TERM; echo begun; sleep 30 & wait', { timeout_ms: 500 });
  expect(evidence).toMatchObject({ exit_code: null, timed_out: true, stdout_tail: 'begun\n' });
  expect(evidence.signal).not.toBeNull();
});

test('redacts a secret that is cut in two', async () => {
  const { stdout_tail } = await run(`printf '%s' ${SECRET}; head -c 4090 /dev/zero | tr '\\0' x`);
  expect(stdout_tail.replaceAll('x', '')).toBe('d KEY]');
  expect(SECRET.endsWith(stdout_tail.slice(0, 6))).toBe(false);
});

test('kills everything the command started', async () => {
  expect((await run('(setsid sh -c "sleep 1; touch outlived" >/dev/null 2>&1 &) ; echo done')).outlived).toBe(false);
});
