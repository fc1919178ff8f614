import { type BigIntStats, statfsSync } from 'node:fs';

/** Identity of a file when it was read, and its content hash. */
export interface Stamp {
  readonly identity: string;
  readonly oid: string;
  readonly binary: boolean;
}

// ext2 to ext4, XFS and Btrfs record every write, also through mapped memory; tmpfs, for example, does not
const HONEST_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e]);

// coarser than their clocks: a file written more recently could be written again with the same time; ext3 may only
// have seconds, anything else has the ticks of the kernel
const SETTLED_MS = { seconds: 2000, ticks: 100 };

/** Whether every write in this folder updates the change time of the file. */
export function trustsStamps(folder: string): boolean {
  try {
    return process.platform === 'linux' && HONEST_FILE_SYSTEMS.has(statfsSync(folder).type);
  } catch {
    // reading the folder reports why it is unreadable
    return false;
  }
}

/** File attributes that change on a write; no program can set the last one, ctime. */
export const identify = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** Whether the last write was long enough ago. */
export const isSettled = ({ ctimeNs }: BigIntStats, now_ms: number): boolean =>
  ctimeNs / 1_000_000n < BigInt(now_ms - SETTLED_MS[ctimeNs % 1_000_000_000n === 0n ? 'seconds' : 'ticks']);
