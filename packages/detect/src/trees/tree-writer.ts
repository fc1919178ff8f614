import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  futimesSync,
  mkdirSync,
  openSync,
  readSync,
  type Stats,
  symlinkSync,
  utimesSync,
  writeSync,
} from 'node:fs';
import { AssayError } from '@assay/schema';
import { requireValidName } from './git-object.ts';

/** Writes files into an empty folder. Links come last, so that nothing is ever written through one. */
export interface TreeWriter {
  /** Creates a folder and its parents; `finish` sets the mode, because it may forbid writing. */
  folder(path: readonly Buffer[], options?: { readonly mode: number }): void;
  /** Creates a file that must not exist yet. */
  file(path: readonly Buffer[], options: { readonly mode: number }): WrittenFile;
  /** Creates a file with the content, mode and time of another. */
  copy(path: readonly Buffer[], from: { readonly path: Buffer; readonly stats: Stats }): void;
  /** Remembers a link for `finish`. */
  link(path: readonly Buffer[], text: Buffer): void;
  /** Writes the links and the modes of folders. */
  finish(): void;
}

interface WrittenFile extends Disposable {
  write(chunk: Buffer): void;
  readonly path: Buffer;
}

const { COPYFILE_EXCL, COPYFILE_FICLONE, O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants;
// `copyFileSync` also sets owner, mode and times: for a small file, that takes longer than its content
const SMALL_BYTES = 128 * 1024;
const SLASH = Buffer.from('/');
const NEW_FOLDER_MODE = 0o755;

/** Creates a writer for an existing empty folder. */
export function createTreeWriter(target: string): TreeWriter {
  // the folders that were made, each with a slash at its end
  const made = new Map<string, Buffer>([['', Buffer.from(`${target}/`)]]);
  const modes: { path: Buffer; mode: number }[] = [];
  const links: { path: Buffer; text: Buffer }[] = [];
  const umask = process.umask();

  const place = (path: readonly Buffer[]): Buffer => {
    for (const name of path) requireValidName(name);
    return Buffer.concat([make(path.slice(0, -1)), ...path.slice(-1)]);
  };
  const make = (path: readonly Buffer[]): Buffer => {
    const key = join(path).toString('latin1');
    const known = made.get(key);
    if (known !== undefined) return known;
    const at = place(path);
    attempt(at, () => mkdirSync(at, { mode: NEW_FOLDER_MODE }));
    const folder = Buffer.concat([at, SLASH]);
    made.set(key, folder);
    return folder;
  };
  return {
    folder(path, options) {
      const at = make(path);
      if (options !== undefined) modes.push({ path: at, mode: options.mode });
    },
    file(path, { mode }) {
      const at = place(path);
      const descriptor = attempt(at, () => openSync(at, 'wx', mode));
      return {
        path: at,
        write: (chunk) => attempt(at, () => writeWhole(descriptor, chunk)),
        [Symbol.dispose]: () => {
          closeSync(descriptor);
          // the umask narrows the mode given at opening
          chmodSync(at, mode);
        },
      };
    },
    copy(path, from) {
      const at = place(path);
      const { size, mode, atimeMs, mtimeMs } = from.stats;
      const isSmall = size <= SMALL_BYTES;
      attempt(at, () => {
        // keeps the time, so that build tools do not rebuild
        if (isSmall) copySmall(from, at);
        else {
          copyFileSync(from.path, at, COPYFILE_EXCL | COPYFILE_FICLONE);
          utimesSync(at, atimeMs / 1000, mtimeMs / 1000);
        }
        // drop setuid and setgid, and add what the umask narrowed
        if ((mode & (isSmall ? umask : 0o7000)) !== 0) chmodSync(at, mode & 0o777);
      });
    },
    link(path, text) {
      links.push({ path: place(path), text });
    },
    finish() {
      for (const { path, text } of links) attempt(path, () => symlinkSync(text, path));
      for (const { path, mode } of modes.toReversed()) attempt(path, () => chmodSync(path, mode));
    },
  };
}

const join = (names: readonly Buffer[]): Buffer =>
  Buffer.concat(names.flatMap((name, index) => (index === 0 ? [name] : [SLASH, name])));

const content = Buffer.allocUnsafe(SMALL_BYTES);

function copySmall(from: { readonly path: Buffer; readonly stats: Stats }, target: Buffer): void {
  const { size, mode, atimeMs, mtimeMs } = from.stats;
  let filled = 0;
  const source = openSync(from.path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    for (let count = -1; count !== 0 && filled < size; filled += count)
      count = readSync(source, content, filled, size - filled, null);
  } finally {
    closeSync(source);
  }
  const descriptor = openSync(target, 'wx', mode & 0o777);
  try {
    writeWhole(descriptor, content.subarray(0, filled));
    futimesSync(descriptor, atimeMs / 1000, mtimeMs / 1000);
  } finally {
    closeSync(descriptor);
  }
}

function writeWhole(descriptor: number, chunk: Buffer): void {
  let from = 0;
  while (from < chunk.length) from += writeSync(descriptor, chunk, from);
}

function attempt<T>(path: Buffer, act: (path: Buffer) => T): T {
  try {
    return act(path);
  } catch (cause) {
    throw new AssayError('unwritable_file', `${path.toString()} cannot be written: ${(cause as Error).message}`, {
      cause,
    });
  }
}
