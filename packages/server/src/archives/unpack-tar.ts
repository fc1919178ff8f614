import { Readable } from 'node:stream';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import { AssayError, isDiskFull } from '@assay/schema';
import { type Extract, extract, type Header } from 'tar-stream';
import { type Archive, type OpenArchive, openArchive } from './archive.ts';
import { type ArchiveLimits, RATIO_CHECK_MIN_BYTES } from './archive-limits.ts';
import { createUnpacking, type UnpackOptions } from './unpacking.ts';

const BLOCK_BYTES = 512;

/** Unpacks a tar archive, plain or compressed with gzip or zstd, into a folder. */
export async function unpackTar(archive: Archive, options: UnpackOptions): Promise<void> {
  using opened = openArchive(archive);
  const unpacking = createUnpacking(options);
  const entries = extract();
  // the loop below reports it
  entries.on('error', () => undefined);
  const fed = feed(entries, decompress(opened), createBudget(opened.size_bytes, options.bounds));
  try {
    for await (const entry of entries) {
      const { name, mode } = entry.header;
      if (kindOf(entry.header) === 'file')
        await unpacking.add(name, entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>, (mode & 0o100) !== 0);
      else unpacking.pass(name);
      entry.resume();
    }
  } catch (error) {
    entries.destroy();
    // an error of the input is the cause of the error seen here
    const fault = (await fed) ?? error;
    throw fault instanceof AssayError || isDiskFull(fault) ? fault : damaged(fault);
  }
  const fault = await fed;
  if (fault !== null) throw fault;
}

/** Writes chunks to the tar reader with backpressure. Returns the error, if any. */
async function feed(entries: Extract, chunks: Readable, spend: (bytes: number) => void): Promise<AssayError | null> {
  try {
    for await (const chunk of chunks) {
      spend(chunk.length);
      if (entries.destroyed) return null;
      if (!entries.write(chunk)) await taken(entries);
    }
    entries.end(undefined);
    return null;
  } catch (error) {
    const fault = error instanceof AssayError ? error : damaged(error);
    entries.destroy(fault);
    return fault;
  } finally {
    chunks.destroy();
  }
}

const taken = (entries: Extract): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      entries.off('drain', done);
      entries.off('close', done);
      resolve();
    };
    entries.on('drain', done);
    entries.on('close', done);
    if (entries.destroyed) done();
  });

function decompress({ head, chunks }: OpenArchive): Readable {
  const sent = Readable.from(chunks());
  const decompressor = createDecompressor(head);
  if (decompressor === undefined) return sent;
  sent.on('error', (error) => decompressor.destroy(error));
  decompressor.on('close', () => sent.destroy());
  return sent.pipe(decompressor);
}

function createDecompressor(head: Uint8Array) {
  if (head[0] === 0x1f && head[1] === 0x8b) return createGunzip();
  if (head[0] === 0x28 && head[1] === 0xb5 && head[2] === 0x2f && head[3] === 0xfd) return createZstdDecompress();
  return undefined;
}

function kindOf({ type, name }: Header): 'file' | 'folder' {
  switch (type) {
    case 'file':
    case 'contiguous-file':
      return 'file';
    case 'directory':
      return 'folder';
    case 'symlink':
    case 'link':
      throw new AssayError('invalid_archive', `expected plain files, found a link at ${JSON.stringify(name)}`);
    case 'character-device':
    case 'block-device':
    case 'fifo':
      throw new AssayError('invalid_archive', `expected plain files, found a device at ${JSON.stringify(name)}`);
    default:
      throw new AssayError('invalid_archive', `expected plain files, found ${type} at ${JSON.stringify(name)}`);
  }
}

/** Limits the unpacked size, absolutely and relative to the sent size. */
function createBudget(sent_bytes: number, { max_ratio, max_bytes, max_entries }: ArchiveLimits) {
  // each file has a header and fills its last block; a long name takes an extra entry
  const limit = max_bytes + max_entries * 8 * BLOCK_BYTES;
  let spent = 0;
  return (more: number): void => {
    spent += more;
    if (spent > RATIO_CHECK_MIN_BYTES && spent > sent_bytes * max_ratio)
      throw new AssayError('invalid_archive', `the archive unpacks to more than ${max_ratio} times its size`);
    if (spent > limit) throw new AssayError('invalid_archive', `the archive unpacks to more than ${max_bytes} bytes`);
  };
}

const damaged = (cause: unknown): AssayError =>
  new AssayError('invalid_archive', `cannot read the tar archive (plain, gzip or zstd): ${(cause as Error).message}`, {
    cause,
  });
