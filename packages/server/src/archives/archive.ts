import { closeSync, fstatSync, openSync, readSync } from 'node:fs';

/** Content as it was sent: in memory if it is small, otherwise in a file. */
export type Archive = { readonly bytes: Uint8Array } | { readonly file: string };

const CHUNK_BYTES = 64 * 1024;

/** Content that is read in chunks: as a whole it would be decompressed all at once. */
export interface OpenArchive extends Disposable {
  readonly size_bytes: number;
  /** The first bytes, which tell its format. */
  readonly head: Uint8Array;
  chunks(): Generator<Uint8Array>;
}

/** Opens content. Reads are synchronous, so use it on a thread that serves no requests. */
export function openArchive(archive: Archive): OpenArchive {
  if ('file' in archive) return openFile(archive.file);
  const { bytes } = archive;
  return {
    size_bytes: bytes.length,
    head: bytes.subarray(0, CHUNK_BYTES),
    *chunks() {
      for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES);
    },
    [Symbol.dispose]: () => undefined,
  };
}

function openFile(path: string): OpenArchive {
  const file = openSync(path, 'r');
  const read = (at: number): Uint8Array => {
    // a new one each time, because the reader may keep it
    const chunk = Buffer.allocUnsafeSlow(CHUNK_BYTES);
    return chunk.subarray(0, readSync(file, chunk, 0, CHUNK_BYTES, at));
  };
  return {
    size_bytes: fstatSync(file).size,
    head: read(0),
    *chunks() {
      let at = 0;
      for (let chunk = read(at); chunk.length > 0; chunk = read(at)) {
        at += chunk.length;
        yield chunk;
      }
    },
    [Symbol.dispose]: () => closeSync(file),
  };
}
