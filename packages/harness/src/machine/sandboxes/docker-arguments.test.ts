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
  proof: '/tmp/proof',
  relay: '/tmp/relay',
  path: '/usr/local/bin:/usr/bin',
};

test('runs a program without privileges and network, within its limits', () => {
  const start = { command: ['npm', 'test'] as const, timeout_ms: 1, env: { GIVEN: 'a b' } };
  expect(buildDockerArguments({ ...start, command: ['npm', 'test'] }, { options, run })).toEqual([
    ...['run', '--rm', '--init', '--name', 'assay.1', '--cidfile', '/tmp/proof'],
    ...['--label', 'assay.owner=assay-1-2-3-0'],
    ...['--network', 'none', '--read-only', '--cap-drop', 'ALL', '--security-opt', 'no-new-privileges'],
    ...['--pids-limit', '256', '--cpus', '1.5', '--memory', '2048m', '--memory-swap', '2048m'],
    ...['--ulimit', 'fsize=4294967296', '--ulimit', 'core=0'],
    ...['--user', '1000:1000', '--hostname', 'assay'],
    ...['--tmpfs', '/tmp:rw,exec,mode=1777,size=2048m'],
    ...['--volume', '/runs/1/workspace:/workspace', '--volume', '/runs/1/home:/home/agent'],
    ...['--workdir', '/workspace'],
    ...['--env', 'HOME=/home/agent', '--env', 'PATH=/usr/local/bin:/usr/bin', '--env', 'TMPDIR=/tmp'],
    ...['--env', 'LANG=C.UTF-8', '--env', 'TERM=dumb', '--env', 'USER=agent', '--env', 'GIVEN=a b'],
    ...['--entrypoint', '', 'node:24', 'npm', 'test'],
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
    '/runs/1/workspace:/workspace',
    '/other:/home/agent',
    '/opt/agent:/opt/agent:ro',
    '/runs/1/gateway.sock:/run/assay/gateway.sock',
    '/tmp/relay:/run/assay/relay.mjs:ro',
  ]);
  expect(list.slice(list.indexOf('node:24'))).toEqual([
    ...['node:24', '/bin/sh', '-c', RELAY_LAUNCHER, 'assay-relay', 'node', '/run/assay/relay.mjs', 'agent'],
  ]);
});
