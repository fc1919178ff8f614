import { spawnSync } from 'node:child_process';
import { closeSync, constants, openSync, rmSync } from 'node:fs';
import { createOwnPath } from './own-folder.ts';

/** The descriptors of a pipe, ours to close. */
export interface PipeEnds {
  readonly read: number;
  readonly write: number;
}

const BATCH = 16;
const SEARCH_PATH = '/usr/bin:/bin:/usr/local/bin:/run/current-system/sw/bin';
let ready: PipeEnds[] = [];

/**
 * A pipe of the kernel's. Node gives its children sockets, which cannot be opened by name: in those,
 * `echo >/dev/stderr` fails, and a test that does so would fail here and nowhere else.
 */
export function openPipe(): PipeEnds {
  if (ready.length === 0) ready = openPipes(BATCH);
  return ready.pop() as PipeEnds;
}

// node cannot ask for a pipe, but it can open a named one; without its name it is a pipe like any other
function openPipes(count: number): PipeEnds[] {
  const names = Array.from({ length: count }, createOwnPath);
  try {
    const { error, status } = spawnSync('mkfifo', names, { env: { PATH: SEARCH_PATH }, stdio: 'ignore' });
    if (status !== 0) throw new Error('mkfifo was expected among the programs of the system', { cause: error });
    return names.map(openNamed);
  } finally {
    for (const name of names) rmSync(name, { force: true });
  }
}

// either end waits for the other when it is opened, unless someone holds both
function openNamed(name: string): PipeEnds {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const ends = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return ends;
}
