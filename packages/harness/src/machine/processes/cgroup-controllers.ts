import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listDescendants } from './process-tree.ts';

const ROOM = 'assay-harness';

/**
 * Delegates controllers of a cgroup v2 to its child groups, and returns the enabled ones. Such a group must
 * have no processes. If all of them are ours, they move to a child group.
 */
export function enableControllers(folder: string, controllers: readonly string[]): string[] {
  const enable = (): string[] => controllers.filter((controller) => !tryWrite(folder, `+${controller}`));
  if (enable().length > 0 && makeRoom(folder)) enable();
  return readFileSync(join(folder, 'cgroup.subtree_control'), 'utf8').trim().split(' ').filter(Boolean);
}

// one by one: an unavailable controller must not block the others
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
    // no permission to change the group: leave it unchanged
    return false;
  }
}
