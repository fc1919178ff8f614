import { createHash, randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { createDeflate, createInflate, inflateSync } from 'node:zlib';
import { AssayError } from '@assay/schema';
import { createBareRepository } from './bare-repository.ts';
import { exportTrees } from './export-trees.ts';
import { hashObject, type ObjectKind, objectHeader } from './git-object.ts';
import { openObjectReader } from './object-reader.ts';
import { type NewObject, type PackedPlace, writePack } from './write-pack.ts';

/** Accepts objects and returns their git ids. */
export interface ObjectSink {
  write(kind: ObjectKind, content: Buffer): string;
  /** Writes a blob too large for memory. Undefined if the size does not match. */
  writeLarge(size_bytes: number, chunks: AsyncIterable<Buffer>): Promise<string | undefined>;
  /** Writes buffered objects to disk for other processes. */
  flush(): void;
}

/** A bare git repository outside every sandbox, with the content of snapshots. */
export interface ObjectStore extends ObjectSink {
  readonly folder: string;
  /** The content of an object that fits into memory. */
  read(oid: string): Promise<Buffer>;
  /** The content in chunks. */
  stream(oid: string): AsyncIterable<Buffer>;
  /** Writes a bare repository with exactly the objects of these trees, as one pack. */
  exportTrees(trees: readonly string[], target: string): Promise<void>;
}

const OID = /^[0-9a-f]{40}$/;
const LARGE_LEVEL = 1;
// buffered and written as one pack: one file per object would take ten times as long
const MAX_HELD_BYTES = 16 * 1024 * 1024;
const MAX_HELD_OBJECTS = 2000;

/** Computes ids without storing anything. */
export const hashingSink: ObjectSink = Object.freeze({
  write: (kind: ObjectKind, content: Buffer) =>
    hashObject(Buffer.concat([objectHeader(kind, content.length), content])),
  writeLarge: async (size_bytes: number, chunks: AsyncIterable<Buffer>) => {
    const measured = measure(size_bytes, chunks);
    for await (const _ of measured.chunks);
    return measured.oid();
  },
  flush: () => undefined,
});

/** Opens the repository in this folder, or creates it. */
export async function createObjectStore(folder: string): Promise<ObjectStore> {
  createBareRepository(folder);
  const held = new Map<string, NewObject>();
  const places = new Map<string, PackedPlace>();
  let held_bytes = 0;
  const looseOf = (oid: string) => `${folder}/objects/${oid.slice(0, 2)}/${oid.slice(2)}`;

  const flush = () => {
    if (held.size === 0) return;
    try {
      for (const [oid, place] of writePack(held, folder)) places.set(oid, place);
    } catch (cause) {
      throw unwritable(folder, cause);
    }
    held.clear();
    held_bytes = 0;
  };
  const read = async (oid: string): Promise<Buffer> => {
    refuseOid(oid);
    const content = held.get(oid)?.content;
    if (content !== undefined) return content;
    const place = places.get(oid);
    if (place !== undefined) return await readPlace(place);
    await using reader = openObjectReader(folder);
    return (await reader.read(oid)).content;
  };

  return {
    folder,
    flush,
    read,
    write(kind, content) {
      const oid = hashingSink.write(kind, content);
      if (held.has(oid) || places.has(oid)) return oid;
      held.set(oid, { kind, content });
      held_bytes += content.length;
      if (held_bytes > MAX_HELD_BYTES || held.size > MAX_HELD_OBJECTS) flush();
      return oid;
    },
    async writeLarge(size_bytes, chunks) {
      const scratch = `${folder}/objects/tmp_${randomUUID()}`;
      const measured = measure(size_bytes, chunks);
      try {
        const target = createWriteStream(scratch, { flags: 'wx', mode: 0o444 });
        await pipeline(measured.chunks, createDeflate({ level: LARGE_LEVEL }), target);
        const oid = measured.oid();
        if (oid === undefined || existsSync(looseOf(oid))) return oid;
        // renamed into place, so that concurrent writers never expose a partial object
        mkdirSync(`${folder}/objects/${oid.slice(0, 2)}`, { recursive: true });
        renameSync(scratch, looseOf(oid));
        return oid;
      } catch (cause) {
        throw cause instanceof AssayError ? cause : unwritable(folder, cause);
      } finally {
        rmSync(scratch, { force: true });
      }
    },
    async *stream(oid) {
      refuseOid(oid);
      if (!existsSync(looseOf(oid))) {
        yield await read(oid);
        return;
      }
      let inContent = false;
      for await (const chunk of createReadStream(looseOf(oid)).pipe(createInflate()) as AsyncIterable<Buffer>) {
        // the header is short, so it is always in the first chunk
        yield inContent ? chunk : chunk.subarray(chunk.indexOf(0) + 1);
        inContent = true;
      }
    },
    async exportTrees(trees, target) {
      flush();
      await exportTrees(trees, { store: folder, target });
    },
  };
}

async function readPlace({ file, offset, bytes }: PackedPlace): Promise<Buffer> {
  await using pack = await open(file);
  const { buffer } = await pack.read({ buffer: Buffer.allocUnsafe(bytes), position: offset });
  return inflateSync(buffer);
}

/** Passes a blob on with its header in front, and computes its id. */
function measure(size_bytes: number, chunks: AsyncIterable<Buffer>) {
  const sha1 = createHash('sha1');
  let seen_bytes = 0;
  async function* passOn() {
    const header = objectHeader('blob', size_bytes);
    sha1.update(header);
    yield header;
    for await (const chunk of chunks) {
      seen_bytes += chunk.length;
      sha1.update(chunk);
      yield chunk;
    }
  }
  return { chunks: passOn(), oid: () => (seen_bytes === size_bytes ? sha1.digest('hex') : undefined) };
}

function refuseOid(oid: string): void {
  if (!OID.test(oid)) throw new AssayError('unreadable_file', `expected a git id with 40 characters, found ${oid}`);
}

const unwritable = (folder: string, cause: unknown): AssayError =>
  new AssayError('unwritable_file', `${folder} cannot be written to: ${(cause as Error).message}`, { cause });
