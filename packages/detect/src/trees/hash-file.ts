import { type BigIntStats, closeSync, fstatSync, read, readSync } from 'node:fs';
import { promisify } from 'node:util';
import { AssayError } from '@assay/schema';
import type { ObjectSink } from './object-store.ts';

const readLater = promisify(read);

/** Larger files are read in chunks; scorers and judges see only their size. */
export const LARGE_BYTES = 5 * 1024 * 1024;

// same rule as git
const BINARY_WITHIN_BYTES = 8000;
const CHUNK_BYTES = 1024 * 1024;

interface HashedFile {
  /** From the open file, to avoid a race between stat and read. */
  readonly stats: BigIntStats;
  readonly oid: string;
  readonly binary: boolean;
}

/** Reads a file completely and writes it to the store. */
export async function hashFile(store: ObjectSink, open: () => number): Promise<HashedFile> {
  const descriptor = open();
  try {
    const stats = fstatSync(descriptor, { bigint: true });
    if (!stats.isFile()) throw new AssayError('unreadable_file', 'it is no longer a file');
    const size_bytes = Number(stats.size);
    return size_bytes > LARGE_BYTES
      ? { stats, ...(await hashLarge(store, { descriptor, size_bytes })) }
      : { stats, ...hashSmall(store, { descriptor, size_bytes }) };
  } finally {
    closeSync(descriptor);
  }
}

interface Source {
  readonly descriptor: number;
  readonly size_bytes: number;
}

function hashSmall(store: ObjectSink, { descriptor, size_bytes }: Source) {
  // one extra byte detects a growing file
  const content = Buffer.allocUnsafe(size_bytes + 1);
  let filled = 0;
  for (let count = -1; count !== 0 && filled < content.length; filled += count) {
    count = readSync(descriptor, content, filled, content.length - filled, null);
  }
  if (filled !== size_bytes) throw changed();
  const whole = content.subarray(0, filled);
  return { oid: store.write('blob', whole), binary: isBinary(whole) };
}

async function hashLarge(store: ObjectSink, { descriptor, size_bytes }: Source) {
  let binary = false;
  async function* chunks() {
    let position = 0;
    while (true) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const { bytesRead, buffer } = await readLater(descriptor, chunk, 0, CHUNK_BYTES, null).catch((cause) => {
        throw new AssayError('unreadable_file', `${cause.code}: it cannot be read completely`, { cause });
      });
      if (bytesRead === 0) return;
      if (position === 0) binary = isBinary(buffer);
      position += bytesRead;
      // a growing file might never end
      if (position > size_bytes) throw changed();
      yield buffer.subarray(0, bytesRead);
    }
  }
  const oid = await store.writeLarge(size_bytes, chunks());
  if (oid === undefined) throw changed();
  return { oid, binary };
}

const isBinary = (content: Buffer): boolean => content.subarray(0, BINARY_WITHIN_BYTES).includes(0);

const changed = (): AssayError => new AssayError('unreadable_file', 'it changed while being read');
