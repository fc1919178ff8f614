import { release } from 'node:os';
import type { StartOptions } from '../../contracts/sandbox.ts';
import { NOT_FOUND_CODE } from './launch.ts';

/** Of the pipe on which the launcher says that it is about to become the program: the last of those of bwrap. */
export const STARTED_FD = 7;

/** Threads count as well, and whoever looks at the processes has to find more than are allowed, to end it for that. */
const TASKS_PER_PROCESS = 2;

// shells call this limit by one letter or the other; one that is already tighter cannot be raised, and need not be
const LAUNCHER = `
ulimit -u "$1" 2>/dev/null || ulimit -p "$1" 2>/dev/null
shift
command -v -- "$1" >/dev/null || { echo "$1 was not found" >&2; exit ${NOT_FOUND_CODE}; }
echo started >&${STARTED_FD}
exec "$@" ${STARTED_FD}>&-
`;

/**
 * A command that lets itself and all it starts have only so many tasks at a time, and then becomes the given one.
 * To be started in a user namespace of its own, in which nothing else counts.
 */
export const withTaskLimit = (command: StartOptions['command'], pids: number): StartOptions['command'] => [
  ...(['/bin/sh', '-c', LAUNCHER, 'assay-tasks', String(pids * TASKS_PER_PROCESS)] as const),
  ...command,
];

/** Whether tasks are counted by namespace, as since Linux 5.14; before, all of the user counted, whoever started it. */
export function countsByNamespace(kernel = release()): boolean {
  const [major = 0, minor = 0] = kernel.split('.').map((part) => Number.parseInt(part, 10));
  return major > 5 || (major === 5 && minor >= 14);
}
