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

/** An open folder. Access through it stays inside, even if the folder is replaced by a link meanwhile. */
export interface FolderHandle extends Disposable {
  /** The names in it, as raw bytes, unordered. */
  list(): Buffer[];
  /** The state of an entry; does not follow links. */
  stat(name: Buffer): BigIntStats;
  readLink(name: Buffer): Buffer;
  openFolder(name: Buffer): FolderHandle;
  /** Opens a file for reading; fails on a link and does not block on a FIFO. */
  openFile(name: Buffer): number;
}

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = constants;

// paths below a descriptor never exceed the path limit, and no parent can be swapped for a link.
// without /proc, full paths are used, and only a link in the last name is rejected.
const DESCRIPTORS = '/proc/self/fd';
const hasDescriptors = existsSync(DESCRIPTORS);

/** Opens a folder; fails on a link. */
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
