import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { crc32, createInflateRaw } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { readAt, type ZipEntry } from './zip-directory.ts';

const LOCAL = { signature: 0x04034b50, bytes: 30 };
const [STORED, DEFLATED] = [0, 8];
const CHUNK_BYTES = 256 * 1024;

interface ZipRead {
  readonly entry: ZipEntry;
  /** The path of the archive, for messages. */
  readonly path: string;
  readonly onChunk: (chunk: Buffer) => void;
}

/** Streams the content of an entry. Throws if it differs from the directory. */
export async function readZipEntry(file: FileHandle, { entry, path, onChunk }: ZipRead): Promise<void> {
  const broken = (why: string) =>
    new AssayError('unreadable_file', `${path} cannot be unpacked: ${JSON.stringify(entry.name.toString())} ${why}`);
  const local = await readAt(file, entry.offset, LOCAL.bytes);
  if (local.length < LOCAL.bytes || local.readUInt32LE(0) !== LOCAL.signature)
    throw broken('is not at its recorded position');
  if (entry.method !== STORED && entry.method !== DEFLATED) throw broken('uses an unsupported compression method');
  const start = entry.offset + LOCAL.bytes + local.readUInt16LE(26) + local.readUInt16LE(28);
  const packed = readRange(file, start, entry.packed_bytes);
  let [bytes, crc] = [0, 0];
  const take = async (content: AsyncIterable<Buffer>) => {
    for await (const chunk of content) {
      bytes += chunk.length;
      if (bytes > entry.size_bytes) throw broken('is larger than recorded');
      crc = crc32(chunk, crc);
      onChunk(chunk);
    }
  };
  try {
    await (entry.method === STORED ? take(packed) : pipeline(packed, createInflateRaw(), take));
  } catch (cause) {
    throw cause instanceof AssayError ? cause : broken(`is damaged: ${(cause as Error).message}`);
  }
  if (bytes !== entry.size_bytes || crc !== entry.crc) throw broken('is damaged: size or checksum differs');
}

async function* readRange(file: FileHandle, start: number, bytes: number): AsyncGenerator<Buffer> {
  for (let done = 0; done < bytes; ) {
    const chunk = await readAt(file, start + done, Math.min(CHUNK_BYTES, bytes - done));
    if (chunk.length === 0) return;
    done += chunk.length;
    yield chunk;
  }
}
