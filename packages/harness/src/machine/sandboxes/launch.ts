import type { SandboxOptions } from '../../contracts/sandbox.ts';
import type { Cgroup } from '../processes/cgroup.ts';

const SHELL_BLOCK_BYTES = 512;
const MAX_OPEN_FILES = 16_384;
/** Runtimes reserve memory that they never use; without this much extra, node and others do not start. */
const RESERVED_MB = 1024;
/** The pipe on which the launcher reports that it is about to exec the program. */
const LAUNCHED_FD = 3;

/** The launcher's exit code if the program was not found. */
export const NOT_FOUND_CODE = 127;

// joins every group before the program runs, so that no part of it is ever outside. a limit that is already
// tighter cannot be raised and need not be
const LAUNCHER = `
ulimit -c 0
ulimit -f "$1"
ulimit -n "$2" 2>/dev/null
[ "$3" = - ] || ulimit -d "$3"
shift 3
while [ "$1" != -- ]; do
  echo $$ >"$1" || exit 125
  shift
done
shift
command -v -- "$1" >/dev/null || exit ${NOT_FOUND_CODE}
echo launched >&${LAUNCHED_FD}
exec "$@" ${LAUNCHED_FD}>&-
`;

/** Wraps a command to apply the limits of a session and then exec the command. */
export function withLimits(
  command: readonly [string, ...string[]],
  { limits, cgroup }: { limits: SandboxOptions['limits']; cgroup: Cgroup | undefined },
): [string, ...string[]] {
  const fileBlocks = (limits.disk_mb * 1024 * 1024) / SHELL_BLOCK_BYTES;
  const dataKibibytes = cgroup?.limitsMemory ? '-' : (limits.memory_mb + RESERVED_MB) * 1024;
  const numbers = [fileBlocks, MAX_OPEN_FILES, dataKibibytes].map(String);
  return ['/bin/sh', '-c', LAUNCHER, 'assay-launch', ...numbers, ...(cgroup?.entrances ?? []), '--', ...command];
}
