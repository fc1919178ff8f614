import { chmodSync, copyFileSync, realpathSync, writeFileSync } from 'node:fs';
import { createOwnPath } from '../processes/own-folder.ts';
import type { SystemFiles } from './bwrap-arguments.ts';
import { RELAY_PROGRAM } from './relay-program.ts';

let files: SystemFiles | undefined;

/** Files that replace system files inside, or are added to them; shared by all sessions. */
export function openSystemFiles(): SystemFiles {
  files ??= {
    nsswitch: put('passwd: files\ngroup: files\nhosts: files\n'),
    relay: put(RELAY_PROGRAM),
    init: copyShell(),
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
