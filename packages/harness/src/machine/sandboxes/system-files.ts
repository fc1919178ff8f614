import { chmodSync, copyFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createOwnPath } from '../processes/own-folder.ts';
import type { SystemFiles } from './bwrap-arguments.ts';
import { NOT_FOUND_CODE } from './launch.ts';
import { RELAY_PROGRAM } from './relay-program.ts';

/** The pipe on which the first process reports that it starts the program. */
export const STARTED_FD = 7;

/* The first process inside: starts the program, and ends like it. Says nothing. First it leaves traces of earlier work. */
const START = `
earlier=$1 program=$2
shift 2
command -v -- "$program" >/dev/null || { echo "$program was not found" >&2; exit ${NOT_FOUND_CODE}; }
work() {
  for some in $(seq 5 5 "$1"); do : & : & : & : & : & wait; done
}
if [ "$earlier" -gt 0 ]; then
  # side by side, because the program waits
  for part in 1 2 3 4; do work $((earlier / 4)) & done
  wait
fi
while [ "$earlier" -gt 100 ]; do
  : >"$TMPDIR/$earlier"
  sleep 100000 >/dev/null 2>&1 ${STARTED_FD}>&- &
  earlier=$((earlier - 50))
done
exec 9>&2 2>/dev/null
echo started >&${STARTED_FD}
"$@" 2>&9 9>&- ${STARTED_FD}>&-
exit $?
`;

let files: SystemFiles | undefined;

/** Files that replace system files inside, or are added to them; shared by all sessions. */
export function openSystemFiles(): SystemFiles {
  files ??= {
    nsswitch: put('passwd: files\ngroup: files\nhosts: files\n'),
    relay: put(RELAY_PROGRAM),
    init: copyShell(),
    start: put(START),
  };
  return files;
}

function put(content: string): string {
  const file = createOwnPath();
  writeFileSync(file, content, { mode: 0o444 });
  return file;
}

// nobody may read it: so the kernel gives nobody access to the memory and the descriptors of a process that runs it
function copyShell(): string {
  const file = createOwnPath();
  copyFileSync(realpathSync('/bin/sh'), file);
  chmodSync(file, 0o111);
  return file;
}
