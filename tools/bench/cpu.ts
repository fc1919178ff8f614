import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';

const ACCOUNTS = '/sys/fs/cgroup/cpuacct';
const TICK_MS = 10;
const PATIENCE_MS = 30_000;
const SLEEP = new Int32Array(new SharedArrayBuffer(4));
let groups = 0;

/**
 * CPU time of a program and of everything it starts, also in another namespace, whose processes are not counted as
 * children. A group of the kernel counts it. Where there is none, the whole machine is measured and has to be idle.
 */
export function measureCpuMs(command: readonly string[], cwd: string): number {
  const group = `${ACCOUNTS}/bench-${process.pid}-${++groups}`;
  if (!existsSync(ACCOUNTS)) return measureMachine(command, cwd);
  mkdirSync(group);
  try {
    run(['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command], cwd);
    waitUntilEmpty(group);
    return Number(readFileSync(`${group}/cpuacct.usage`, 'utf8')) / 1e6;
  } finally {
    removeGroup(group);
  }
}

/** A program may leave others running, as git does for its maintenance: their work counts too. */
function waitUntilEmpty(group: string): void {
  const deadline = performance.now() + PATIENCE_MS;
  while (readFileSync(`${group}/cgroup.procs`, 'utf8') !== '') {
    if (performance.now() > deadline)
      throw new Error(`programs it started still run after ${PATIENCE_MS / 1000} s: their CPU time is not known`);
    Atomics.wait(SLEEP, 0, 0, 20);
  }
}

// the kernel needs a moment after the last process; an empty group left behind costs nothing
function removeGroup(group: string): void {
  for (let tries = 0; tries < 50; tries++) {
    try {
      rmdirSync(group);
      return;
    } catch {
      Atomics.wait(SLEEP, 0, 0, 20);
    }
  }
}

function measureMachine(command: readonly string[], cwd: string): number {
  const before = busyMs();
  run(command, cwd);
  return busyMs() - before;
}

function run([program = '', ...args]: readonly string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: 'utf8' });
  if (status !== 0) throw new Error(`${program} ${args.join(' ')} failed: ${stderr}`);
}

function busyMs(): number {
  const [user = 0, nice = 0, system = 0] = (/^cpu +(.*)$/m.exec(readFileSync('/proc/stat', 'utf8'))?.[1] ?? '')
    .split(' ')
    .map(Number);
  return (user + nice + system) * TICK_MS;
}
