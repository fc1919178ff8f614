import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { AssayError } from '@assay/schema';

// a few hours of work; reading more would hold up the agent
const MOST_BYTES = 8 * 1024 * 1024;

export interface Tail extends AsyncDisposable {
  readonly path: string;
  /** Whether it is the whole file. */
  readonly is_whole: boolean;
}

/** The end of a file, as a file: the file itself if it is short. The first line of the end may be cut. */
export async function openTail(path: string): Promise<Tail> {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (!stats?.isFile()) throw new AssayError('unreadable_file', `${path} cannot be read: expected a file`);
  if (stats.size <= MOST_BYTES) return { path, is_whole: true, [Symbol.asyncDispose]: async () => undefined };
  const folder = mkdtempSync(join(tmpdir(), 'assay-tail-'));
  const tail = join(folder, 'tail.jsonl');
  await pipeline(
    createReadStream(path, { start: stats.size - MOST_BYTES, end: stats.size - 1 }),
    createWriteStream(tail),
  );
  return {
    path: tail,
    is_whole: false,
    [Symbol.asyncDispose]: async () => rmSync(folder, { recursive: true, force: true }),
  };
}
