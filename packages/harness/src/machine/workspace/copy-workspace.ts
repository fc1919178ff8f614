import { chmodSync, lstatSync, mkdirSync, readdirSync, readlinkSync, type Stats, statSync } from 'node:fs';
import { setImmediate as turn } from 'node:timers/promises';
import { createTreeWriter, formatPath, quotePath, type TreeWriter } from '@assay/detect';
import { AssayError } from '@assay/schema';

// of the operating system
const MAX_PATH_BYTES = 4095;
const SLASH = Buffer.from('/');

interface CopyOptions {
  readonly skips?: (path: readonly Buffer[], stats: Stats) => boolean;
  /** Called for a FIFO, socket or device, which is not copied. */
  readonly onSpecial?: (path: string) => void;
  readonly signal?: AbortSignal;
}

interface Copy extends CopyOptions {
  readonly source: Buffer;
  readonly target: Buffer;
  readonly writer: TreeWriter;
}

/**
 * Copies a folder into a new or empty one, with links as links, whatever bytes its names have. Skips FIFOs, sockets and
 * devices, and what is deeper than a path can be long.
 */
export async function copyWorkspace(from: string, to: string, options: CopyOptions = {}): Promise<void> {
  const found = look(from, () => statSync(from));
  if (!found.isDirectory()) throw new AssayError('unreadable_file', `${from} cannot be copied: expected a folder`);
  const created = mkdirSync(to, { recursive: true });
  const copy = { ...options, source: Buffer.from(from), target: Buffer.from(to), writer: createTreeWriter(to) };
  const folders: Buffer[][] = [[]];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    await turn();
    if (options.signal?.aborted === true) throw new AssayError('interrupted', `stopped while ${from} was copied`);
    folders.push(...copyFolder(copy, folder));
  }
  copy.writer.finish();
  if (created !== undefined) chmodSync(to, found.mode & 0o777);
}

/** Copies the direct content of a folder, and returns its subfolders. */
function copyFolder({ source, target, writer, skips, onSpecial }: Copy, folder: readonly Buffer[]): Buffer[][] {
  const inner: Buffer[][] = [];
  const at = Buffer.concat([source, SLASH, ...folder.flatMap((name) => [name, SLASH])]);
  for (const name of look(at.toString(), () => readdirSync(at, { encoding: 'buffer' }))) {
    const path = [...folder, name];
    const from = Buffer.concat([at, name]);
    if (from.length + Math.max(0, target.length - source.length) > MAX_PATH_BYTES) continue;
    const stats = look(
      () => quotePath(formatPath(path)),
      () => lstatSync(from),
    );
    if (skips?.(path, stats) === true) continue;
    if (stats.isDirectory()) {
      writer.folder(path, { mode: stats.mode & 0o777 });
      inner.push(path);
    } else if (stats.isSymbolicLink()) writer.link(path, readlinkSync(from, { encoding: 'buffer' }));
    else if (stats.isFile()) writer.copy(path, { path: from, stats });
    else onSpecial?.(quotePath(formatPath(path)));
  }
  return inner;
}

function look<T>(path: string | (() => string), act: () => T): T {
  try {
    return act();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    const shown = typeof path === 'string' ? path : path();
    throw new AssayError('unreadable_file', `${shown} cannot be read: ${code ?? message}`, { cause });
  }
}
