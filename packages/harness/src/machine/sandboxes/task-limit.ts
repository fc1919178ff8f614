import { release } from 'node:os';
import type { StartOptions } from '../../contracts/sandbox.ts';

/**
 * Threads count too, and the watcher must see more processes than allowed in order to end the program for
 * that.
 */
const TASKS_PER_PROCESS = 2;

// shells use -u or -p for this limit; one that is already tighter cannot be raised and need not be
const LAUNCHER = `
ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null
shift
exec "$@"
`;

/**
 * Wraps a command to limit the number of tasks of itself and its children, and then exec the command.
 * Requires its own user namespace, in which nothing else counts.
 */
export const withTaskLimit = (command: StartOptions['command'], pids: number): StartOptions['command'] => [
  ...(['/bin/sh', '-c', LAUNCHER, 'sh', String(pids * TASKS_PER_PROCESS)] as const),
  ...command,
];

/**
 * Whether the kernel counts tasks per namespace (Linux 5.14 or later). Older kernels count all tasks of the
 * user.
 */
export function countsByNamespace(kernel = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}
