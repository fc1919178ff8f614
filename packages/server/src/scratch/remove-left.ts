import { existsSync } from 'node:fs';
import { lstat, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { tryAcquireLock } from '../postgres/lock.ts';
import { LOCK_FILE, SCRATCH_PREFIX } from './scratch-folder.ts';

// a folder is locked right after it is made
const UNLOCKED_MS = 60_000;

/** Removes temporary folders of servers that ended without removing them. Those in use are locked. */
export async function removeLeftFolders(now: () => number): Promise<void> {
  const names = await readdir(tmpdir());
  for (const name of names.filter((one) => one.startsWith(SCRATCH_PREFIX))) {
    const folder = join(tmpdir(), name);
    // others may remove it at the same time, or it belongs to another user
    await removeIfLeft(folder, now()).catch(() => undefined);
  }
}

async function removeIfLeft(folder: string, now_ms: number): Promise<void> {
  const { mtimeMs, uid } = await lstat(folder);
  if (uid !== process.getuid?.()) return;
  const file = join(folder, LOCK_FILE);
  if (!existsSync(file)) {
    if (now_ms - mtimeMs > UNLOCKED_MS) await rm(folder, { recursive: true, force: true });
    return;
  }
  using lock = tryAcquireLock(file);
  if (lock !== null) await rm(folder, { recursive: true, force: true });
}
