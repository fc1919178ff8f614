import { type FileHandle, open } from 'node:fs/promises';
import { promisify } from 'node:util';
import { inflateRaw, zstdDecompress } from 'node:zlib';

const HEADER = { signature: 0x04034b50, bytes: 30 };
const WITHOUT_SIZE = 0x0008;
const NO_32 = 0xffffffff;
const ZIP_64_FIELD = 1;
const LARGEST_FILE = 256 * 1024 * 1024;

const unpackers: Readonly<Record<number, (packed: Buffer) => Promise<Buffer>>> = {
  0: async (packed) => packed,
  8: (packed) => promisify(inflateRaw)(packed, { maxOutputLength: LARGEST_FILE }),
  93: (packed) => promisify(zstdDecompress)(packed, { maxOutputLength: LARGEST_FILE }),
};

/** A file in an archive. */
export interface ZippedFile {
  readonly name: string;
  /** Its content; undefined if it is too large, damaged or packed in an unknown way. */
  read(): Promise<string | undefined>;
}

/**
 * Lists the files of a zip by the headers before them, not by the directory at the end: an archive that is still being
 * written has no directory. Stops at the first file that is not whole.
 */
export async function* listZippedFiles(path: string): AsyncGenerator<ZippedFile> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    for (let at = 0; ; ) {
      const found = await readHeader(file, at);
      if (found === undefined || found.end > size) return;
      yield { name: found.name, read: () => unpack(file, found) };
      at = found.end;
    }
  } finally {
    await file.close();
  }
}

interface Found {
  readonly name: string;
  readonly method: number;
  readonly start: number;
  readonly end: number;
}

async function readHeader(file: FileHandle, at: number): Promise<Found | undefined> {
  const header = await readAt(file, at, HEADER.bytes);
  if (header.length < HEADER.bytes || header.readUInt32LE(0) !== HEADER.signature) return undefined;
  if ((header.readUInt16LE(6) & WITHOUT_SIZE) !== 0) return undefined;
  const [nameBytes, extraBytes] = [header.readUInt16LE(26), header.readUInt16LE(28)];
  const after = await readAt(file, at + HEADER.bytes, nameBytes + extraBytes);
  const start = at + HEADER.bytes + nameBytes + extraBytes;
  const packed = header.readUInt32LE(18) === NO_32 ? largeSize(after.subarray(nameBytes)) : header.readUInt32LE(18);
  if (packed === undefined) return undefined;
  return {
    name: after.subarray(0, nameBytes).toString('utf8'),
    method: header.readUInt16LE(8),
    start,
    end: start + packed,
  };
}

// the field has the size of the content, then the packed size
function largeSize(extra: Buffer): number | undefined {
  for (let at = 0; at + 20 <= extra.length; at += 4 + extra.readUInt16LE(at + 2))
    if (extra.readUInt16LE(at) === ZIP_64_FIELD) return Number(extra.readBigUInt64LE(at + 12));
  return undefined;
}

async function unpack(file: FileHandle, { method, start, end }: Found): Promise<string | undefined> {
  const unpacker = unpackers[method];
  if (unpacker === undefined || end - start > LARGEST_FILE) return undefined;
  try {
    return (await unpacker(await readAt(file, start, end - start))).toString('utf8');
  } catch {
    // damaged, or too large when unpacked
    return undefined;
  }
}

async function readAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(length), 0, length, position);
  return buffer.subarray(0, bytesRead);
}
