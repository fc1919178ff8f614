import { expect, test } from 'vitest';
import { buildDockerArguments } from './docker-arguments.ts';
import { RELAY_LAUNCHER } from './relay-program.ts';

const options = {
  workspace: '/runs/1/workspace',
  home: '/runs/1/home',
  limits: { memory_mb: 2048, cpus: 1.5, pids: 256, disk_mb: 4096 },
  gateway: null,
  readable: [],
  path: '/usr/bin',
  key: 'run_1',
};
const run = {
  image: 'node:24',
  name: 'assay.1',
  labels: { 'assay.owner': 'assay-1-2-3-0' },
  user: '1000:1000',
  workspace: '/workspace',
  open_system: false,
  started: '/tmp/started',
  relay: '/tmp/relay',
  node: '/opt/node/bin/node',
  node_folder: '/opt/node',
  path: '/usr/local/bin:/usr/bin',
  env: {},
};
const launched = (list: readonly string[]): string[] => list.slice(list.indexOf('assay-launch') + 1);

test('runs a program without privileges and network, within its limits', () => {
  const start = { command: ['npm', 'test'] as const, timeout_ms: 1, env: { GIVEN: 'a b' } };
  expect(buildDockerArguments({ ...start, command: ['npm', 'test'] }, { options, run })).toEqual([
    ...['run', '--init', '--log-driver', 'none', '--name', 'assay.1', '--label', 'assay.owner=assay-1-2-3-0'],
    ...['--network', 'none', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--read-only', '--tmpfs', '/tmp:rw,exec,mode=1777,size=2048m'],
    ...['--pids-limit', '256', '--cpus', '1.5', '--memory', '2048m', '--memory-swap', '2048m'],
    ...['--ulimit', 'fsize=4294967296', '--ulimit', 'core=0'],
    ...['--user', '1000:1000', '--hostname', 'assay'],
    ...['--volume', '/runs/1/home:/home/agent', '--volume', '/runs/1/workspace:/workspace'],
    ...['--volume', '/tmp/started:/run/assay/started', '--volume', '/opt/node:/opt/node:ro'],
    ...['--workdir', '/workspace'],
    ...['--env', 'HOME=/home/agent', '--env', 'PATH=/usr/local/bin:/usr/bin', '--env', 'TMPDIR=/tmp'],
    ...['--env', 'LANG=C.UTF-8', '--env', 'TERM=dumb', '--env', 'USER=agent', '--env', 'GIVEN=a b'],
    ...['--entrypoint', '', 'node:24', '/bin/sh', '-c', expect.any(String), 'assay-launch', 'npm', 'test'],
  ]);
});

test('with a gateway, starts the relay first, and the socket is the only egress', () => {
  const gateway = { socket: '/runs/1/gateway.sock', url: 'http://127.0.0.1:9' };
  const list = buildDockerArguments(
    { command: ['agent'], timeout_ms: 1, input: 'open', home: '/other' },
    { options: { ...options, gateway, readable: ['/opt/agent'] }, run },
  );
  expect(list).toContain('--interactive');
  expect(list.filter((_, index) => list[index - 1] === '--network')).toEqual(['none']);
  expect(list.filter((_, index) => list[index - 1] === '--volume')).toEqual([
    '/other:/home/agent',
    '/runs/1/workspace:/workspace',
    '/tmp/started:/run/assay/started',
    '/opt/agent:/opt/agent:ro',
    '/opt/node:/opt/node:ro',
    '/runs/1/gateway.sock:/run/assay/gateway.sock',
    '/tmp/relay:/run/assay/relay.mjs:ro',
  ]);
  expect(launched(list)).toEqual([
    ...['/bin/sh', '-c', RELAY_LAUNCHER, 'assay-relay', '/opt/node/bin/node', '/run/assay/relay.mjs', 'agent'],
  ]);
});

test('a task with its own image may change the system, but not reach the machine', () => {
  const mounts = [
    { from: '/tasks/1/tests', at: '/tests', writable: false },
    { from: '/tmp/logs', at: '/logs/verifier', writable: true },
  ];
  const list = buildDockerArguments(
    { command: ['bash'], timeout_ms: 1 },
    {
      options: { ...options, mounts, user: 'verifier' },
      run: { ...run, workspace: '/app', open_system: true, env: { MODE: 'x' } },
    },
  );
  const after = (name: string) => list.filter((_, index) => list[index - 1] === name);
  expect(list).not.toContain('--read-only');
  expect(after('--cap-drop')).toEqual(['ALL']);
  for (const name of ['SYS_ADMIN', 'SYS_PTRACE', 'NET_ADMIN', 'NET_RAW', 'MKNOD', 'SYS_MODULE'])
    expect(after('--cap-add')).not.toContain(name);
  expect(after('--volume')).toEqual(
    expect.arrayContaining(['/runs/1/workspace:/app', '/tasks/1/tests:/tests:ro', '/tmp/logs:/logs/verifier']),
  );
  expect([after('--workdir'), after('--user'), after('--network')]).toEqual([['/app'], ['verifier'], ['none']]);
  expect(after('--env')).toContain('MODE=x');
});
