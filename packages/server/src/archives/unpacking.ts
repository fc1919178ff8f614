import { closeSync, mkdirSync, openSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { AssayError } from '@assay/schema';
import type { ArchiveLimits } from './archive-limits.ts';
import { readFileName } from './file-name.ts';

export interface UnpackOptions {
  /** An empty folder that nothing else writes to. */
  readonly into: string;
  readonly bounds: ArchiveLimits;
  /** Maps a file name to the name it is stored under; throws for unknown names. */
  readonly place?: (name: string) => string;
}

/** A folder being filled from an archive. */
export interface Unpacking {
  /** Counts an entry that is not a file and checks its name. */
  pass(given: string): void;
  add(given: string, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, executable?: boolean): Promise<void>;
}

/**
 * Fills a folder within limits: each name once, no path outside the folder, plain files only. Writes are synchronous,
 * which suits thousands of small files; use it on a thread that serves no requests.
 */
export function createUnpacking({ into, bounds, place = (name) => name }: UnpackOptions): Unpacking {
  const taken = new Set<string>();
  const folders = new Set<string>();
  let [entries, bytes] = [0, 0];

  const countEntry = (): void => {
    if (++entries > bounds.max_entries) throw refuse(`at most ${bounds.max_entries} entries`, 'more');
  };
  const countBytes = (name: string, own: number, more: number): void => {
    if (own > bounds.max_file_bytes)
      throw refuse(`files of at most ${bounds.max_file_bytes} bytes`, `${name}, which is larger`);
    bytes += more;
    if (bytes > bounds.max_bytes) throw refuse(`at most ${bounds.max_bytes} bytes in total`, 'more');
  };
  const claim = (name: string): void => {
    if (taken.has(name)) throw refuse('each file once', `${name} twice`);
    taken.add(name);
    const parents = name.split('/').slice(0, -1);
    const above = parents.map((_, index) => parents.slice(0, index + 1).join('/'));
    const file = above.find((folder) => taken.has(folder)) ?? (folders.has(name) ? name : undefined);
    if (file !== undefined) throw refuse('a file or a folder', `${file}, which is both`);
    for (const folder of above) folders.add(folder);
  };
  const made = new Set<string>();
  const makeFolder = (folder: string): void => {
    if (made.has(folder)) return;
    mkdirSync(folder, { recursive: true });
    made.add(folder);
  };

  return {
    pass(given) {
      countEntry();
      // tar starts the archive of a folder with such an entry
      if (!/^(\.\/?)+$/.test(given)) readFileName(given);
    },
    async add(given, content, executable = false) {
      countEntry();
      const name = readFileName(place(readFileName(given)));
      claim(name);
      const path = join(into, name);
      makeFolder(dirname(path));
      const file = openSync(path, 'wx', executable ? 0o700 : 0o600);
      try {
        let own = 0;
        for await (const chunk of content) {
          own += chunk.length;
          countBytes(name, own, chunk.length);
          writeFileSync(file, chunk);
        }
      } finally {
        closeSync(file);
      }
    },
  };
}

const refuse = (expected: string, found: string): AssayError =>
  new AssayError('invalid_archive', `expected ${expected}, found ${found}`);
