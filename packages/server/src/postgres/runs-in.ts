import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { stat } from 'node:fs/promises';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether the process is alive and works in the folder, as every PostgreSQL does in its data folder. */
export async function runsIn(pid: number, folder: string): Promise<boolean> {
  return existsSync('/proc/self/cwd') ? hasWorkingFolder(pid, folder) : namesFolder(pid, folder);
}

// by inode: the same folder may have another path in there
async function hasWorkingFolder(pid: number, folder: string): Promise<boolean> {
  try {
    const [theirs, ours] = await Promise.all([
      stat(`/proc/${pid}/cwd`, { bigint: true }),
      stat(folder, { bigint: true }),
    ]);
    return theirs.dev === ours.dev && theirs.ino === ours.ino;
  } catch {
    // dead, a zombie, or of a user whose processes are none of our business
    return false;
  }
}

async function namesFolder(pid: number, folder: string): Promise<boolean> {
  try {
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)]);
    return stdout.includes(folder);
  } catch {
    // ps fails when there is no such process
    return false;
  }
}
