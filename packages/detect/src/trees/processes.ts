import { readlinkSync } from 'node:fs';

/** Whether a process runs, also one of another user. */
export function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

/** Where a pid has a meaning: containers may share a folder, but not their processes. */
export function findPidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // pid namespaces exist only on Linux
    return '0';
  }
}
