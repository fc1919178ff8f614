import { startWatchdog } from './watchdog.ts';

/** What is left to clean up when this process is gone, however it went. */
type Estate =
  /** A folder of control groups: everything in them is killed, then they are removed. */
  | 'group'
  /** An assignment such as `NAME=value`: every process that has it in its environment is killed. */
  | 'marker'
  /** A folder that is removed. */
  | 'folder'
  /** A label of containers: each is killed. */
  | 'label';

// reads until the harness is gone, then repeats until nothing is left, for ten seconds at most.
// a folder may get another file while it is removed, by a program that was started just before the end;
// a pid of 0 stands for a process out of sight, and to `kill` it would mean the script itself
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
      'label '*) for id in $(docker ps --quiet --filter "label=$value"); do docker kill "$id" && left=1; done ;;
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
 * Leaves something to the reaper: a process of its own that notices the end of this one and cleans up. That covers
 * `kill -9`, and makes the orderly end no special case.
 */
export function bequeath(kind: Estate, value: string): void {
  const line = `${kind} ${value}`;
  // a line break would be read as another thing to clean up
  if (told.has(line) || value.includes('\n')) return;
  told.add(line);
  tell ??= startWatchdog(['/bin/sh', '-c', PROGRAM, 'assay-reaper']);
  tell(line);
}
