import { type BigIntStats, statfsSync } from 'node:fs';

/** How a file looked when it was read, and what was found. */
export interface Stamp {
  readonly identity: string;
  readonly oid: string;
  readonly binary: boolean;
}

// ext2 to ext4, XFS and Btrfs note every write, also one through mapped memory; tmpfs, for one, does not
const HONEST_FILE_SYSTEMS = new Set([0xef53, 0x58465342, 0x9123683e]);

// coarser than the clock of any of them: a file written to this shortly before may be written to again unnoticed
const SETTLED_MS = 2000;

/** Whether a file of this folder cannot be written to without its time of change moving. */
export function trustsStamps(folder: string): boolean {
  try {
    return process.platform === 'linux' && HONEST_FILE_SYSTEMS.has(statfsSync(folder).type);
  } catch {
    // whoever reads the folder will say why it cannot be read
    return false;
  }
}

/** Everything the system says of a file that changes when it is written to; no program can set the last of them. */
export const identify = ({ dev, ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${dev}:${ino}:${size}:${mtimeNs}:${ctimeNs}`;

/** Whether a file had been left alone for long enough at this moment. */
export const isSettled = ({ ctimeNs }: BigIntStats, now_ms: number): boolean =>
  ctimeNs / 1_000_000n < BigInt(now_ms - SETTLED_MS);
