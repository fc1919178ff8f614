import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDescendants } from './process-tree.ts';

const ROOM = 'assay-harness';

/**
 * Hands controllers of a group of version 2 on to the groups below it, and says which of them have it. A group that
 * does so must have no processes; if those in it are ours alone, they move to a group of their own.
 */
export function enableControllers(folder: string, controllers: readonly string[]): string[] {
  const enable = (): string[] => controllers.filter((controller) => !tryWrite(folder, `+${controller}`));
  if (enable().length > 0 && makeRoom(folder)) enable();
  return readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').trim().split(' ').filter(Boolean);
}

// one by one: a controller that cannot be had must not cost us the others
function tryWrite(folder: string, change: string): boolean {
  try {
    writeFileSync(join(folder, 'cgroup.subtree_control'), change);
    return true;
  } catch {
    return false;
  }
}

function makeRoom(folder: string): boolean {
  try {
    const pids = readFileSync(join(folder, 'cgroup.procs'), 'utf8').split('\n').filter(Boolean).map(Number);
    const ours = new Set([process.pid, ...listDescendants(process.pid)]);
    if (pids.length === 0 || !pids.every((pid) => ours.has(pid))) return false;
    mkdirSync(join(folder, ROOM), { recursive: true });
    for (const pid of pids) writeFileSync(join(folder, ROOM, 'cgroup.procs'), String(pid));
    return true;
  } catch {
    // the group is not ours to change, and what is in it stays where it is
    return false;
  }
}
