import { readFileSync } from 'node:fs';
import { listDescendants } from './process-tree.ts';

const TICK_MS = 250;
const MEGABYTE = 1024 * 1024;

export interface TreeLimits {
  readonly memory_mb: number;
  readonly pids: number;
}

/**
 * Watches a program and its descendants where no cgroup enforces the limits. It samples and does not measure,
 * so it only ends what exceeds them.
 */
export function watchTree(
  pid: number,
  { limits, onExceeded }: { limits: TreeLimits; onExceeded: (reason: string) => void },
): { stop(): void } {
  const timer = setInterval(() => {
    // a fork bomb may outrun a full count
    const tree = [pid, ...listDescendants(pid, limits.pids)];
    if (tree.length > limits.pids) return onExceeded(`it ran more than ${limits.pids} processes`);
    const memory = tree.reduce((sum, each) => sum + findMemoryBytes(each), 0);
    if (memory > limits.memory_mb * MEGABYTE) onExceeded(`it needed more than ${limits.memory_mb} MB of memory`);
  }, TICK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

// anonymous pages only: shared pages would be counted several times
function findMemoryBytes(pid: number): number {
  try {
    const kibibytes = /^RssAnon:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1];
    return Number(kibibytes ?? 0) * 1024;
  } catch {
    // it has ended
    return 0;
  }
}
