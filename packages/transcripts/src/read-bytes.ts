import { createReadStream } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { createGunzip, createZstdDecompress } from 'node:zlib';
import type { OnRepair } from './read-records.ts';

const CHUNK_BYTES = 1024 * 1024;
/** A file of a few megabytes can unpack to terabytes. */
const MOST_UNPACKED_BYTES = 16 * 1024 ** 3;

/** How a file is packed, by its first bytes. */
export type Packing = 'plain' | 'gzip' | 'zstd' | 'zip' | 'aider';

const SIGNATURES: readonly (readonly [Packing, string])[] = [
  ['gzip', '1f8b'],
  ['zstd', '28b52ffd'],
  ['zip', '504b0304'],
];

export async function readPacking(path: string): Promise<Packing> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0);
    const head = buffer.subarray(0, bytesRead);
    // the only format that is text
    if (/^\s*# aider chat started at /.test(head.toString('latin1'))) return 'aider';
    const start = head.toString('hex');
    return SIGNATURES.find(([, signature]) => start.startsWith(signature))?.[0] ?? 'plain';
  } finally {
    await file.close();
  }
}

/** The bytes of a file, unpacked. Reports packed data that is cut off or too large. */
export async function* readBytes(
  path: string,
  packing: Exclude<Packing, 'zip' | 'aider'>,
  onRepair: OnRepair,
): AsyncGenerator<Buffer> {
  if (packing === 'plain') {
    yield* readChunks(path);
    return;
  }
  let unpacked = 0;
  try {
    for await (const chunk of packing === 'gzip' ? createReadStream(path).pipe(createGunzip()) : readFrames(path)) {
      unpacked += chunk.length;
      if (unpacked > MOST_UNPACKED_BYTES) {
        onRepair(`unpacked data after ${MOST_UNPACKED_BYTES} bytes was skipped`);
        return;
      }
      yield chunk;
    }
  } catch (error) {
    // what was unpacked before is valid
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined || !/^(Z_|ZSTD_)/.test(code)) throw error;
    onRepair('the packed data is damaged or cut off; the rest was skipped');
  }
}

/** Unpacks all frames of a zstd file; a decompressor stops after the first. */
async function* readFrames(path: string): AsyncGenerator<Buffer> {
  const { size } = await stat(path);
  for (let start = 0; start < size; ) {
    const frame = createZstdDecompress();
    yield* createReadStream(path, { start }).pipe(frame);
    start += frame.bytesWritten;
  }
}

/** The bytes of a file in two reused buffers: one is filled while the other is processed. */
async function* readChunks(path: string): AsyncGenerator<Buffer> {
  const file = await open(path);
  const fill = async (buffer: Buffer) => buffer.subarray(0, (await file.read(buffer, 0, CHUNK_BYTES)).bytesRead);
  try {
    const buffers = [Buffer.allocUnsafe(CHUNK_BYTES), Buffer.allocUnsafe(CHUNK_BYTES)] as const;
    let next = fill(buffers[0]);
    for (let turn = 1; ; turn = 1 - turn) {
      const chunk = await next;
      if (chunk.length === 0) return;
      next = fill(buffers[turn as 0 | 1]);
      // an error is thrown when this chunk is awaited
      next.catch(() => undefined);
      yield chunk;
    }
  } finally {
    await file.close();
  }
}
