import {
  type BigIntStats,
  closeSync,
  constants,
  existsSync,
  lstatSync,
  openSync,
  readdirSync,
  readlinkSync,
} from 'node:fs';

/** An open folder. What is reached through it stays in it, even if someone puts a link in its place meanwhile. */
export interface FolderHandle extends Disposable {
  /** The names in it, as raw bytes, in no order. */
  list(): Buffer[];
  /** What a name stands for; never what a link leads to. */
  stat(name: Buffer): BigIntStats;
  readLink(name: Buffer): Buffer;
  openFolder(name: Buffer): FolderHandle;
  /** A descriptor for reading; fails on a link, and does not wait on a FIFO. */
  openFile(name: Buffer): number;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

// the names under a descriptor: no path grows past what the system takes, and no parent can be swapped for a link.
// where the system has none, paths are used, and links are refused in the last name only.
const DESCRIPTORS = '/proc/self/fd';
const hasDescriptors = existsSync(DESCRIPTORS);

/** Opens a folder that is not reached through a link. */
export function openFolder(path: string | Buffer): FolderHandle {
  const descriptor = openSync(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_NONBLOCK);
  const prefix = hasDescriptors ? Buffer.from(`${DESCRIPTORS}/${descriptor}/`) : Buffer.from(`${path}/`);
  const at = (name: Buffer) => Buffer.concat([prefix, name]);
  return {
    list: () => readdirSync(prefix, { encoding: 'buffer' }),
    stat: (name) => lstatSync(at(name), { bigint: true }),
    readLink: (name) => readlinkSync(at(name), { encoding: 'buffer' }),
    openFolder: (name) => openFolder(at(name)),
    openFile: (name) => openSync(at(name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK),
    [Symbol.dispose]: () => closeSync(descriptor),
  };
}
