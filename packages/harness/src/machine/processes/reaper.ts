import { spawn } from 'node:child_process';
import type { Socket } from 'node:net';
import { engineEnvironment } from './engine-environment.ts';
import { replaceInheritedDescriptors } from './inherited-descriptors.ts';

/** What must be cleaned up after this process ends in any way. */
type Estate =
  /** A folder of cgroups: their processes are killed, then the groups are removed. */
  | 'group'
  /** An assignment such as `NAME=value`: every process with it in its environment is killed. */
  | 'marker'
  /** A folder to remove. */
  | 'folder'
  /** A label: each container and image with it is removed. */
  | 'label';

// reads until the harness is gone, then repeats until nothing is left, for at most ten seconds. a program
// started just before the end may add a file while its folder is removed; a pid of 0 is a process in another
// namespace, and for `kill` it would mean the script itself
const PROGRAM = `
trap '' HUP INT TERM
while IFS= read -r line; do set -- "$@" "$line"; done
end() { [ "$1" -gt 1 ] && kill -9 "$1" && left=1; }
passes=0
while [ "$passes" -lt 200 ]; do
  left=
  for line; do
    value=\${line#* }
    case $line in
      'group '*)
        for group in "$value"/*/ "$value"/; do
          [ -f "$group/pids.max" ] && echo 0 >"$group/pids.max"
          [ -f "$group/cgroup.kill" ] && echo 1 >"$group/cgroup.kill"
          [ -f "$group/cgroup.procs" ] && while read -r pid; do end "$pid"; done <"$group/cgroup.procs"
        done
        rmdir "$value"/*/ "$value"
        [ -d "$value" ] && left=1 ;;
      'marker '*)
        for file in $(grep -lsaF -e "$value" /proc/[0-9]*/environ); do
          pid=\${file#/proc/}
          end "\${pid%/environ}"
        done ;;
      'folder '*)
        rm -rf -- "$value"
        [ -e "$value" ] && left=1 ;;
      'label '*)
        for id in $(docker ps --all --quiet --filter "label=$value"); do docker rm -f -v "$id" && left=1; done
        for id in $(docker images --quiet --filter "label=$value"); do docker rmi -f "$id" && left=1; done ;;
    esac
  done
  [ -z "$left" ] && break
  sleep 0.05
  passes=$((passes + 1))
done
`;

let tell: ((line: string) => void) | undefined;
const told = new Set<string>();

/**
 * Registers something with the reaper, a separate process that cleans up after this one ends. This covers
 * `kill -9` and the normal end alike.
 */
export function registerForCleanup(kind: Estate, value: string): void {
  const line = `${kind} ${value}`;
  // a line break would be read as another entry
  if (told.has(line) || value.includes('\n')) return;
  told.add(line);
  tell ??= startWatchdog(['/bin/sh', '-c', PROGRAM, 'assay-reaper']);
  tell(line);
}

/**
 * Starts a program that outlives us and reads lines from its standard input. The end of input tells it that
 * we have ended.
 */
function startWatchdog(command: readonly [string, ...string[]]): (line: string) => void {
  const child = spawn(command[0], command.slice(1), {
    cwd: '/',
    // it may have to end containers
    env: engineEnvironment(),
    detached: true,
    stdio: replaceInheritedDescriptors(['pipe', 'ignore', 'ignore']),
  });
  const input = child.stdin as Socket;
  // best effort: without it, only a kill of this process leaves something behind
  child.on('error', () => undefined);
  input.on('error', () => undefined);
  child.unref();
  input.unref();
  return (line) => void input.write(`${line}\n`);
}
