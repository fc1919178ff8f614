import { lstatSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { createTreeWriter, formatPath, quotePath, type TreeWriter } from '@assay/detect';
import { AssayError } from '@assay/schema';
import type { SeedOptions } from '../seed-options.ts';

const SLASH = Buffer.from('/');
/** Earlier runs and their answers: never part of a workspace or of the digest of a seed. */
export const OWN_FOLDER = '.assay';

interface Copy {
  readonly source: Buffer;
  readonly writer: TreeWriter;
  readonly skips: (path: readonly Buffer[], stats: Stats) => boolean;
}

/** Copies a folder, links as links. */
export async function seedFromFolder(path: string, { base, target, history, signal }: SeedOptions): Promise<void> {
  const source = resolve(base, path);
  const own = statSync(target);
  const writer = createTreeWriter(target);
  const skips = (names: readonly Buffer[], stats: Stats): boolean => {
    const name = names.at(-1)?.toString('latin1');
    if (name === '.git') return history === 'fresh';
    // a target inside the source folder would be copied into itself endlessly
    return (name === OWN_FOLDER && names.length === 1) || (stats.ino === own.ino && stats.dev === own.dev);
  };
  const copy: Copy = { source: Buffer.from(source), writer, skips };
  const found = look(source, () => statSync(source));
  if (!found.isDirectory()) throw new AssayError('unreadable_file', `${source} cannot be copied: expected a folder`);
  const folders: Buffer[][] = [[]];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    await turn();
    if (signal?.aborted === true) throw new AssayError('interrupted', `stopped while ${source} was copied`);
    folders.push(...copyFolder(copy, folder));
  }
  writer.finish();
}

/** Copies the direct content of a folder, and returns its subfolders. */
function copyFolder({ source, writer, skips }: Copy, folder: readonly Buffer[]): Buffer[][] {
  const inner: Buffer[][] = [];
  const at = join([source, ...folder]);
  for (const name of look(at.toString(), () => readdirSync(at, { encoding: 'buffer' }))) {
    const path = [...folder, name];
    const from = join([at, name]);
    const shown = quotePath(formatPath(path));
    const stats = look(shown, () => lstatSync(from));
    if (skips(path, stats)) continue;
    if (stats.isDirectory()) {
      writer.folder(path, { mode: stats.mode & 0o777 });
      inner.push(path);
    } else if (stats.isSymbolicLink()) writer.link(path, readlinkSync(from, { encoding: 'buffer' }));
    else if (stats.isFile()) writer.copy(path, { path: from, stats });
    else {
      const expected = 'expected files, folders and links, found a FIFO, socket or device';
      throw new AssayError('unreadable_file', `${shown} cannot be copied: ${expected}; remove it from the seed`);
    }
  }
  return inner;
}

const join = (names: readonly Buffer[]): Buffer =>
  Buffer.concat(names.flatMap((name, index) => (index === 0 ? [name] : [SLASH, name])));

function look<T>(path: string, act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${path} cannot be read: ${code ?? message}`, { cause });
  }
}
