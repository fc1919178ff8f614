import { execFileSync } from 'node:child_process';
import { closeSync, constants, mkdtempSync, openSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Pipe {
  readonly read: number;
  readonly write: number;
}

/**
 * Pipes to a server and back; undefined where there are none to be had. A thread can wait for a pipe of the kernel,
 * and for the sockets that node gives to children it cannot. Node cannot ask for a pipe, but it can open a named one.
 */
export function openPipes(): { requests: Pipe; answers: Pipe } | undefined {
  if (process.platform !== 'linux') return undefined;
  let folder: string | undefined;
  try {
    folder = mkdtempSync(join(tmpdir(), 'assay-proxy-'));
    const [requests, answers] = [join(folder, 'requests'), join(folder, 'answers')];
    execFileSync('mkfifo', ['-m', '600', requests, answers], { stdio: 'ignore' });
    return { requests: openNamed(requests), answers: openNamed(answers) };
  } catch {
    // no folder to write to, or no such program
    return undefined;
  } finally {
    if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
  }
}

// either end waits for the other when it is opened, unless someone holds both
function openNamed(name: string): Pipe {
  const both = openSync(name, constants.O_RDWR | constants.O_NONBLOCK);
  const pipe = { read: openSync(name, constants.O_RDONLY), write: openSync(name, constants.O_WRONLY) };
  closeSync(both);
  return pipe;
}
