import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { describe, expect, test } from 'vitest';
import { signalGroup } from '../processes/signals.ts';
import { bwrap } from './bwrap.ts';
import { countsByNamespace, withTaskLimit } from './task-limit.ts';

const PROGRAM = 'bwrap';
const PIDS = 20;
// the launcher's own processes: the init of the namespace and the counting shell
const OWN = 2;
const NOBODY = 65_534;

const obstacle = (await bwrap.findObstacle()) ?? (countsByNamespace() ? undefined : 'older than Linux 5.14');

describe.skipIf(obstacle !== undefined)(`in its own user namespace ${obstacle ?? ''}`, () => {
  // root has no process limit in any namespace
  const user = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};
  const run = (command: readonly [string, ...string[]]) => {
    const namespace = ['--unshare-all', '--die-with-parent', '--ro-bind', '/', '/', '--proc', '/proc', '--dev', '/dev'];
    return spawnSync(PROGRAM, [...namespace, ...withTaskLimit(command, PIDS)], {
      ...user,
      cwd: '/',
      encoding: 'utf8',
      timeout: 30_000,
    });
  };

  test('a program is limited to its tasks', () => {
    const { stdout } = run(['sh', '-c', 'while sleep 60 & do echo one; done']);
    expect(stdout.match(/one/g)).toHaveLength(2 * PIDS - OWN);
  });

  test('processes of the same user elsewhere do not count', async () => {
    const others = `for i in $(seq ${3 * PIDS}); do sleep 60 & done; echo all; wait`;
    const elsewhere = spawn('sh', ['-c', others], { ...user, cwd: '/', detached: true });
    try {
      await once(elsewhere.stdout, 'data');
      expect(run(['sh', '-c', 'true & wait; echo well']).stdout).toBe('well\n');
    } finally {
      signalGroup(elsewhere.pid as number, 'SIGKILL');
    }
  });
});

test.each([
  { kernel: '6.18.1-amd64', is: true },
  { kernel: '5.14.0', is: true },
  { kernel: '5.13.19-generic', is: false },
  { kernel: '5.4.0-1', is: false },
  { kernel: '4.18.0-553.el8', is: false },
  { kernel: 'something else', is: false },
])('$kernel counts tasks per namespace: $is', ({ kernel, is }) => {
  expect(countsByNamespace(kernel)).toBe(is);
});
