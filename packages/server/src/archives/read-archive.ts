import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { type Archive, openArchive } from './archive.ts';

export interface ReadArchiveOptions {
  readonly is_gzip: boolean;
  /** Of the unpacked content. */
  readonly max_bytes: number;
  /** Gets the unpacked content while it arrives; throws to stop reading. */
  readonly look?: (chunk: Uint8Array) => void;
}

/** The content, unpacked within limits. Use it on a thread that serves no requests. */
export async function readArchive(archive: Archive, { is_gzip, max_bytes, look }: ReadArchiveOptions): Promise<Buffer> {
  using opened = openArchive(archive);
  const chunks: Uint8Array[] = [];
  let size = 0;
  const add = (chunk: Uint8Array): void => {
    size += chunk.length;
    if (size > max_bytes) throw new AssayError('payload_too_large', `the body unpacks to more than ${max_bytes} bytes`);
    look?.(chunk);
    chunks.push(chunk);
  };
  if (is_gzip) await unpack(opened.chunks(), add);
  else for (const chunk of opened.chunks()) add(chunk);
  return Buffer.concat(chunks);
}

async function unpack(chunks: Iterable<Uint8Array>, add: (chunk: Uint8Array) => void): Promise<void> {
  const sent = Readable.from(chunks);
  const unpacked = sent.pipe(createGunzip());
  sent.on('error', (error) => unpacked.destroy(error));
  try {
    for await (const chunk of unpacked) add(chunk);
  } catch (cause) {
    if (cause instanceof AssayError) throw cause;
    throw new AssayError('invalid_input', `the body is not valid gzip: ${(cause as Error).message}`, { cause });
  } finally {
    sent.destroy();
  }
}
