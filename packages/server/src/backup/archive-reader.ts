import { createReadStream } from 'node:fs';
import { finished } from 'node:stream/promises';
import { createZstdDecompress } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { extract } from 'tar-stream';

/** A file of an archive. Its content must be read before the next one. */
export interface ArchiveFile {
  readonly name: string;
  readonly size: number;
  readonly content: AsyncIterable<Uint8Array>;
}

/** Reads the files of a tar archive that is compressed with zstd, one after the other. */
export async function* readArchive(path: string): AsyncGenerator<ArchiveFile> {
  const entries = extract();
  const file = createReadStream(path);
  const unpacked = createZstdDecompress();
  const fail = (error: Error): void => {
    file.destroy();
    unpacked.destroy();
    entries.destroy(error);
  };
  file.on('error', fail);
  unpacked.on('error', fail);
  const ended = finished(unpacked);
  // an error is thrown by the loop or after it
  ended.catch(() => undefined);
  file.pipe(unpacked).pipe(entries as unknown as NodeJS.WritableStream);
  try {
    for await (const entry of entries) {
      // whoever reads the entry gets it
      entry.on('error', () => undefined);
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file') throw new AssayError('invalid_backup', `${path}: expected only files, found a ${type}`);
      yield { name, size, content: readContent(path, entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>) };
      entry.resume();
    }
    // the checksum of the whole archive is its last part
    unpacked.resume();
    await ended;
  } catch (error) {
    throw toReadError(path, error);
  } finally {
    file.destroy();
    unpacked.destroy();
    entries.destroy();
  }
}

// the error of an archive shows in the file that is being read
async function* readContent(path: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield* chunks;
  } catch (error) {
    throw toReadError(path, error);
  }
}

function toReadError(path: string, error: unknown): AssayError {
  if (error instanceof AssayError) return error;
  const { code, message } = error as NodeJS.ErrnoException;
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR')
    return new AssayError('unreadable_file', `cannot read ${path}: ${message}`, { cause: error });
  return new AssayError('invalid_backup', `${path} is damaged or incomplete: ${message}`, { cause: error });
}
