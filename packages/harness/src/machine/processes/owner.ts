import { readlinkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { findProcess } from './process-tree.ts';

const PATTERN = /^assay-(\d+)-(\d+)-(\d+)-\d+$/;

/** A unique name for this process, for cleanup by others: a pid alone is soon reused. */
export function getOwner(): string {
  const started = findProcess(process.pid)?.started ?? String(Math.round(performance.timeOrigin));
  return `assay-${findPidNamespace()}-${process.pid}-${started}-${threadId}`;
}

/** Whether the name belongs to a dead process. False for other names and for processes we cannot see. */
export function isAbandoned(name: string): boolean {
  const [, namespace, pid, started] = PATTERN.exec(name) ?? [];
  if (pid === undefined || namespace !== findPidNamespace()) return false;
  const found = findProcess(Number(pid));
  // no /proc on macOS or without free descriptors: then only a missing pid counts as dead
  if (found === undefined) return !isRunning(Number(pid));
  return found.dead || found.started !== started;
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

function findPidNamespace(): string {
  try {
    return /\d+/.exec(readlinkSync('/proc/self/ns/pid'))?.[0] ?? '0';
  } catch {
    // pid namespaces exist only on Linux
    return '0';
  }
}
