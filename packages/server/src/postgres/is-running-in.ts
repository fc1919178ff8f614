import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether the process is alive with the folder as its working directory, as PostgreSQL is with its data folder. */
export async function isRunningIn(pid: number, folder: string): Promise<boolean> {
  return existsSync('/proc/self/cwd') ? hasWorkingFolder(pid, folder) : namesFolder(pid, folder);
}

// by inode: the process may see the folder under another path
async function hasWorkingFolder(pid: number, folder: string): Promise<boolean> {
  try {
    const [theirs, ours] = await Promise.all([
      stat(`/proc/${pid}/cwd`, { bigint: true }),
      stat(folder, { bigint: true }),
    ]);
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    // dead, a zombie, or owned by another user
    return false;
  }
}

async function namesFolder(pid: number, folder: string): Promise<boolean> {
  try {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(folder);
  } catch {
    // ps fails if there is no such process
    return false;
  }
}
