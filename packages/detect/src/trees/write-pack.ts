import { hash, randomUUID } from 'node:crypto';
import { renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import type { ObjectKind } from './git-object.ts';

/** An object to write into a pack. */
export interface NewObject {
  readonly kind: ObjectKind;
  readonly content: Buffer;
}

/** The location of the compressed content of an object. */
export interface PackedPlace {
  readonly file: string;
  readonly offset: number;
  readonly bytes: number;
}

interface PackedObject extends PackedPlace {
  readonly oid: string;
  readonly start: number;
  readonly crc: number;
}

// snapshots are written once and rarely read, so speed matters more than size
const LEVEL = 1;
const KINDS: Readonly<Record<ObjectKind, number>> = { commit: 1, tree: 2, blob: 3 };
const VERSION = 2;
const INDEX_MAGIC = 0xff744f63;

/** Writes objects as one pack. The index is written last, so git never sees a partial pack. */
export function writePack(objects: ReadonlyMap<string, NewObject>, folder: string): Map<string, PackedPlace> {
  const parts = [Buffer.from('PACK'), uint32(VERSION), uint32(objects.size)];
  const placed: Omit<PackedObject, 'file'>[] = [];
  let start = 12;
  for (const [oid, { kind, content }] of objects) {
    const header = entryHeader(KINDS[kind], content.length);
    const packed = deflateSync(content, { level: LEVEL });
    parts.push(header, packed);
    const offset = start + header.length;
    placed.push({ oid, start, offset, bytes: packed.length, crc: crc32(packed, crc32(header)) });
    start = offset + packed.length;
  }
  const pack = withChecksum(parts);
  const checksum = pack.subarray(-20);
  const name = `${folder}/objects/pack/pack-${checksum.toString('hex')}`;
  writeWhole(`${name}.pack`, pack);
  writeWhole(`${name}.idx`, formatIndex(placed, checksum));
  return new Map(placed.map(({ oid, offset, bytes }) => [oid, { file: `${name}.pack`, offset, bytes }]));
}

// concurrent writers of the same objects write the same file
function writeWhole(file: string, content: Buffer): void {
  const scratch = `${dirname(file)}/tmp_${randomUUID()}`;
  writeFileSync(scratch, content, { mode: 0o444 });
  renameSync(scratch, file);
}

/** Kind and size: four bits of the size next to the kind, then seven per byte, lowest first. */
function entryHeader(kind: number, size_bytes: number): Buffer {
  const bytes = [(kind << 4) | (size_bytes & 15)];
  for (let rest = size_bytes >>> 4; rest > 0; rest >>>= 7) {
    bytes[bytes.length - 1] = (bytes.at(-1) ?? 0) | 0x80;
    bytes.push(rest & 0x7f);
  }
  return Buffer.from(bytes);
}

function formatIndex(objects: readonly Omit<PackedObject, 'file'>[], checksum: Buffer): Buffer {
  const sorted = objects.toSorted((a, b) => (a.oid < b.oid ? -1 : 1));
  const counts = new Array<number>(256).fill(0);
  for (const { oid } of sorted) {
    const first = Number.parseInt(oid.slice(0, 2), 16);
    counts[first] = (counts[first] ?? 0) + 1;
  }
  let sum = 0;
  const fanout = counts.map((count) => {
    sum += count;
    return uint32(sum);
  });
  return withChecksum([
    uint32(INDEX_MAGIC),
    uint32(VERSION),
    ...fanout,
    ...sorted.map(({ oid }) => Buffer.from(oid, 'hex')),
    ...sorted.map(({ crc }) => uint32(crc)),
    ...sorted.map(({ start }) => uint32(start)),
    checksum,
  ]);
}

function withChecksum(parts: readonly Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([content, hash('sha1', content, 'buffer')]);
}

function uint32(value: number): Buffer {
  const buffer = Buffer.allocUnsafe(4);
  buffer.writeUInt32BE(value);
  return buffer;
}
