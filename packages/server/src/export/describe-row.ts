import { promisify } from 'node:util';
import { gunzip, zstdDecompress } from 'node:zlib';
import { formatId } from '../store/sql/ids.ts';
import { ID_PREFIXES } from './export-rules.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const BYTES = /^\\x((?:[0-9a-f]{2})*)$/;
const DIGEST_BYTES = 32;
const ZSTD = Buffer.from([0x28, 0xb5, 0x2f, 0xfd]);
const GZIP = Buffer.from([0x1f, 0x8b]);

export interface DescribedColumn {
  readonly name: string;
  /** The type in the database. */
  readonly type: string;
}

/** A row as people read it: ids as in the API, digests as hex, and compressed documents unpacked. */
export async function describeRow(
  row: Readonly<Record<string, unknown>>,
  columns: readonly DescribedColumn[],
): Promise<Record<string, unknown>> {
  const described: Record<string, unknown> = {};
  for (const { name, type } of columns) described[name] = await describeValue(row[name], { name, type });
  return described;
}

async function describeValue(value: unknown, { name, type }: DescribedColumn): Promise<unknown> {
  if (typeof value !== 'string') return value;
  const prefix = ID_PREFIXES[name];
  if (type === 'uuid') return prefix !== undefined && UUID.test(value) ? formatId(prefix, value) : value;
  if (type !== 'bytea') return value;
  const hex = BYTES.exec(value)?.[1] ?? '';
  return hex.length === DIGEST_BYTES * 2 ? hex : await describeBytes(Buffer.from(hex, 'hex'));
}

async function describeBytes(bytes: Buffer): Promise<unknown> {
  const text = (await unpack(bytes)).toString();
  try {
    return JSON.parse(text);
  } catch {
    return { base64: bytes.toString('base64') };
  }
}

async function unpack(bytes: Buffer): Promise<Buffer> {
  const starts = (magic: Buffer): boolean => bytes.subarray(0, magic.length).equals(magic);
  if (starts(ZSTD)) return await promisify(zstdDecompress)(bytes);
  return starts(GZIP) ? await promisify(gunzip)(bytes) : bytes;
}
