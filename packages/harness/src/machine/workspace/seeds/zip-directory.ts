import type { FileHandle } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

/** One entry of a zip directory. */
export interface ZipEntry {
  readonly name: Buffer;
  readonly is_folder: boolean;
  /** The Unix mode including the file kind; 0 if the archive has none. */
  readonly mode: number;
  readonly method: number;
  readonly crc: number;
  readonly packed_bytes: number;
  readonly size_bytes: number;
  readonly offset: number;
}

const END = { signature: 0x06054b50, bytes: 22, max_comment_bytes: 65_535 };
const LOCATOR = { signature: 0x07064b50, bytes: 20 };
const END_64 = { signature: 0x06064b50, bytes: 56 };
const HEADER = { signature: 0x02014b50, bytes: 46 };
const ZIP_64_FIELD = 1;
const MAX_DIRECTORY_BYTES = 512 * 1024 * 1024;
const NO_32 = 0xffffffff;
const MADE_ON_UNIX = 3;
const ENCRYPTED = 1;
const SLASH = 0x2f;

/** Reads the directory at the end of a zip. */
export async function listZip(
  file: FileHandle,
  { path, max_entries }: { readonly path: string; readonly max_entries: number },
): Promise<ZipEntry[]> {
  const broken = (why: string) => new AssayError('unreadable_file', `${path} cannot be unpacked: ${why}`);
  const { size } = await file.stat();
  const tail = await readAt(
    file,
    Math.max(0, size - END.bytes - END.max_comment_bytes),
    END.bytes + END.max_comment_bytes,
  );
  const end = findEnd(tail);
  if (end < 0) throw broken('it is not a zip, or it is truncated');
  let [count, bytes, offset] = [tail.readUInt16LE(end + 10), tail.readUInt32LE(end + 12), tail.readUInt32LE(end + 16)];
  const locator = end - LOCATOR.bytes;
  if (locator >= 0 && tail.readUInt32LE(locator) === LOCATOR.signature) {
    const large = await readAt(file, Number(tail.readBigUInt64LE(locator + 8)), END_64.bytes);
    if (large.length < END_64.bytes || large.readUInt32LE(0) !== END_64.signature) throw broken('its end is damaged');
    [count, bytes, offset] = [32, 40, 48].map((at) => Number(large.readBigUInt64LE(at))) as [number, number, number];
  }
  if (count > max_entries) throw broken(`it contains more than ${max_entries} entries`);
  if (bytes > MAX_DIRECTORY_BYTES || offset + bytes > size) throw broken('its directory is damaged');
  const directory = await readAt(file, offset, bytes);
  const entries: ZipEntry[] = [];
  for (let at = 0; entries.length < count; ) {
    const parsed = parseHeader(directory, at);
    if (parsed === undefined) throw broken('its directory is damaged or encrypted');
    entries.push(parsed.entry);
    at = parsed.next;
  }
  return entries;
}

// the comment may contain the same signature; the record must end with the file
function findEnd(tail: Buffer): number {
  for (let at = tail.length - END.bytes; at >= 0; at--) {
    if (tail.readUInt32LE(at) === END.signature && at + END.bytes + tail.readUInt16LE(at + 20) === tail.length)
      return at;
  }
  return -1;
}

function parseHeader(directory: Buffer, at: number): { entry: ZipEntry; next: number } | undefined {
  if (at + HEADER.bytes > directory.length || directory.readUInt32LE(at) !== HEADER.signature) return undefined;
  const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((part) => directory.readUInt16LE(at + part)) as [
    number,
    number,
    number,
  ];
  const extraAt = at + HEADER.bytes + nameBytes;
  const next = extraAt + extraBytes + commentBytes;
  if (next > directory.length || (directory.readUInt16LE(at + 8) & ENCRYPTED) !== 0) return undefined;
  const name = directory.subarray(at + HEADER.bytes, extraAt);
  const sizes = readSizes(directory.subarray(extraAt, extraAt + extraBytes), {
    size_bytes: directory.readUInt32LE(at + 24),
    packed_bytes: directory.readUInt32LE(at + 20),
    offset: directory.readUInt32LE(at + 42),
  });
  if (sizes === undefined) return undefined;
  const entry = {
    name,
    is_folder: name.at(-1) === SLASH,
    mode: directory[at + 5] === MADE_ON_UNIX ? directory.readUInt16LE(at + 40) : 0,
    method: directory.readUInt16LE(at + 10),
    crc: directory.readUInt32LE(at + 16),
    ...sizes,
  };
  return { entry, next };
}

type Sizes = Pick<ZipEntry, 'size_bytes' | 'packed_bytes' | 'offset'>;

/** Sizes beyond 32 bits are in an extra field, in this order, each only if needed. */
function readSizes(extra: Buffer, short: Sizes): Sizes | undefined {
  const long = { ...short };
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== ZIP_64_FIELD) continue;
    let value = at + 4;
    for (const part of ['size_bytes', 'packed_bytes', 'offset'] as const) {
      if (short[part] !== NO_32) continue;
      if (value + 8 > extra.length) return undefined;
      long[part] = Number(extra.readBigUInt64LE(value));
      value += 8;
    }
  }
  return long;
}

/** Reads up to `bytes` bytes from a position; none beyond the end, however far. */
export async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  // a read at such a position would throw
  if (!Number.isSafeInteger(position)) return Buffer.alloc(0);
  const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(bytes), position });
  return buffer.subarray(0, bytesRead);
}
