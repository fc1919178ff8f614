import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmdirSync } from 'node:fs';

const ACCOUNTS = '/sys/fs/cgroup/cpuacct';
const TICK_MS = 10;

/**
 * CPU time of a program and of everything it starts, also in another namespace, whose processes are not counted as
 * children. A group of the kernel counts it. Where there is none, the whole machine is measured and has to be idle.
 */
export function measureCpuMs(command: readonly string[], cwd: string): number {
  const group = `${ACCOUNTS}/bench-${process.pid}`;
  if (!existsSync(ACCOUNTS)) return measureMachine(command, cwd);
  mkdirSync(group);
  try {
    run(['sh', '-c', 'echo $$ > "$0/cgroup.procs" && exec "$@"', group, ...command], cwd);
    return Number(readFileSync(`${group}/cpuacct.usage`, 'utf8')) / 1e6;
  } finally {
    rmdirSync(group);
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
