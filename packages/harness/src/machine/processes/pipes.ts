import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { createOwnPath } from './own-folder.ts';

/** The descriptors of a pipe; the caller closes them. */
export interface PipeEnds {
  readonly read: number;
  readonly write: number;
}

const BATCH = 16;
const SEARCH_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';
let ready: PipeEnds[] = [];

/**
 * Opens a kernel pipe. Node gives its children sockets, which cannot be opened by name: `echo >/dev/stderr`
 * fails there, and a test that does so would fail only under Assay.
 */
export function openPipe(): PipeEnds {
  if (ready.length === 0) ready = openPipes(BATCH);
  return ready.pop() as PipeEnds;
}

// Node cannot create a pipe, but it can open a named one, whose name is then removed
function openPipes(count: number): PipeEnds[] {
  const names = Array.from({ length: count }, createOwnPath);
  try {
    const { error, status } = spawnSync('mkfifo', names, { env: { PATH: SEARCH_PATH }, stdio: 'ignore' });
    if (status !== 0) throw new Error('mkfifo failed; check that it is installed', { cause: error });
    return names.map(openNamed);
  } finally {
    for (const name of names) rmSync(name, { force: true });
  }
}

// opening one end blocks until the other is open, unless both are open already
function openNamed(name: string): PipeEnds {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const ends = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return ends;
}
