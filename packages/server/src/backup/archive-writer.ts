import { randomBytes } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { constants, createZstdCompress } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { pack } from 'tar-stream';

/** Writes a tar archive, compressed with zstd. */
export interface ArchiveWriter extends AsyncDisposable {
  add(name: string, content: Uint8Array): Promise<void>;
  /** Makes the file appear under its name, complete and on disk. */
  finish(): Promise<void>;
}

const PRIVATE_FILE = 0o600;

/** Until it is finished, the archive has another name, and it is deleted if it is never finished. */
export async function openArchiveWriter(path: string): Promise<ArchiveWriter> {
  await requireAbsent(path);
  const unfinished = `${path}.${randomBytes(4).toString('hex')}.partial`;
  const file = await open(unfinished, 'wx', PRIVATE_FILE).catch((error: unknown) => {
    throw cannotWrite(unfinished, error);
  });
  await file.close();
  const archive = pack();
  let failure: unknown;
  const written = pipeline(
    archive as unknown as AsyncIterable<Uint8Array>,
    createZstdCompress({ params: { [constants.ZSTD_c_checksumFlag]: 1 } }),
    createWriteStream(unfinished, { flush: true }),
  ).catch((error: unknown) => {
    failure = error;
    archive.destroy();
  });
  return {
    async add(name, content) {
      await new Promise<void>((resolve, reject) => {
        const header = { name, mode: PRIVATE_FILE, mtime: new Date(0) };
        const entry = archive.entry(header, content as Buffer, (error) => (error ? reject(error) : resolve()));
        // without a listener, a full disk would end the process
        entry.on('error', reject);
      }).catch((error: unknown) => {
        throw cannotWrite(path, failure ?? error);
      });
    },
    async finish() {
      archive.finalize();
      await written;
      if (failure !== undefined) throw cannotWrite(path, failure);
      await requireAbsent(path);
      await rename(unfinished, path).catch((error: unknown) => {
        throw cannotWrite(path, error);
      });
      await using folder = await open(dirname(path), 'r');
      await folder.sync();
    },
    async [Symbol.asyncDispose]() {
      archive.destroy();
      await written;
      await rm(unfinished, { force: true });
    },
  };
}

async function requireAbsent(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found !== undefined)
    throw new AssayError('unwritable_file', `there is already a file ${path}; choose another name`);
}

function cannotWrite(path: string, cause: unknown): AssayError {
  const { code, message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOSPC') return new AssayError('disk_full', `No space left for ${path}`, { cause });
  return new AssayError('unwritable_file', `cannot write ${path}: ${message}`, { cause });
}
