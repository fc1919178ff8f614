import { lstat, opendir, statfs } from 'node:fs/promises';
import { join } from 'node:path';

const TICK_MS = 500;
const WALK_EVERY_MS = 30_000;
/** Walking takes at most 1/20 of the time. */
const WALK_SHARE = 20;
/** Cost of an entry besides its content: empty files can fill a file system too. */
const ENTRY_BYTES = 512;

export interface DiskWatch {
  stop(): void;
}

/**
 * Watches the size of these folders. Reports once if it exceeds the limit or cannot be measured. Walks the
 * folders only if free space shrinks, and periodically, because others may have freed space.
 */
export function watchDisk(
  folders: readonly [string, ...string[]],
  { limit_bytes, onExceeded }: { limit_bytes: number; onExceeded: () => void },
): DiskWatch {
  let [freeAtWalk, walkAt]: [number | undefined, number] = [undefined, performance.now() + WALK_EVERY_MS];
  const look = async (): Promise<void> => {
    const free = await findFreeBytes(folders[0]);
    freeAtWalk ??= free;
    if (freeAtWalk - free < limit_bytes / 4 && performance.now() < walkAt) return;
    const started = performance.now();
    // a tree that cannot be walked, such as one deeper than the path limit, hides its size
    const used = await measureFolders(folders, limit_bytes).catch(() => Number.POSITIVE_INFINITY);
    const now = performance.now();
    freeAtWalk = free;
    walkAt = now + Math.max(WALK_EVERY_MS, (now - started) * WALK_SHARE);
    if (used <= limit_bytes) return;
    clearInterval(timer);
    onExceeded();
  };
  let busy = false;
  const timer = setInterval(() => {
    if (busy) return;
    busy = true;
    // retried at the next tick
    look().then(
      () => (busy = false),
      () => (busy = false),
    );
  }, TICK_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** Bytes on disk used by these folders; stops counting beyond the limit. Does not follow links. */
export async function measureFolders(folders: readonly string[], limit_bytes: number): Promise<number> {
  const queue = [...folders];
  const counted = new Set<string>();
  let used = 0;
  const count = async (path: string): Promise<void> => {
    const found = await lstat(path);
    if (found.isDirectory()) queue.push(path);
    else if (found.nlink > 1) {
      const id = `${found.dev}:${found.ino}`;
      if (counted.has(id)) return;
      counted.add(id);
    }
    used += found.blocks * 512 + ENTRY_BYTES;
  };
  for (let folder = queue.pop(); folder !== undefined && used <= limit_bytes; folder = queue.pop()) {
    try {
      for await (const { name } of await opendir(folder)) {
        await count(join(folder, name)).catch(forgiveVanished);
        if (used > limit_bytes) break;
      }
    } catch (error) {
      forgiveVanished(error);
    }
  }
  return used;
}

// files may be removed while counting; any other error could hide content
function forgiveVanished(error: unknown): void {
  const { code } = error as NodeJS.ErrnoException;
  if (code !== 'ENOENT' && code !== 'ENOTDIR') throw error;
}

async function findFreeBytes(folder: string): Promise<number> {
  const { bfree, bsize } = await statfs(folder);
  return bfree * bsize;
}
