import { readlinkSync } from 'node:fs';
import { threadId } from 'node:worker_threads';
import { findProcess } from './process-tree.ts';

const PATTERN = /^assay-(\d+)-(\d+)-(\d+)-\d+$/;

/** Names this process for good, for whoever has to clean up after it: a pid alone is soon someone else's. */
export function getOwner(): string {
  const started = findProcess(process.pid)?.started ?? String(Math.round(performance.timeOrigin));
  return `assay-${findPidNamespace()}-${process.pid}-${started}-${threadId}`;
}

/** Whether the name is of a process that is no more; false for names that are none and for those we cannot know of. */
export function isAbandoned(name: string): boolean {
  const [, namespace, pid, started] = PATTERN.exec(name) ?? [];
  if (pid === undefined || namespace !== findPidNamespace()) return false;
  const found = findProcess(Number(pid));
  // macOS has no /proc, and a process without free descriptors cannot read it: neither ends another's work
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
    // only Linux has them
    return '0';
  }
}
