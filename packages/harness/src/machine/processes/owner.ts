import { threadId } from 'node:worker_threads';
import { findPidNamespace, isRunning } from '@assay/detect';
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
