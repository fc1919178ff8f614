import { randomFillSync } from 'node:crypto';
import { AssayError } from '@assay/schema';
import { z } from 'zod';

// the alphabet of every id; 26 characters are two zero bits and the 128 of a uuid
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const HEX = '0123456789abcdef';
const PADDING_BITS = 2;
const [DASH, DIGITS, LETTERS] = [0x2d, 0x30, 0x61];
// by character code; characters that are in no id map to NONE
const NONE = 32;
const VALUES = Uint8Array.from({ length: 128 }, (_, code) => {
  const value = ALPHABET.indexOf(String.fromCharCode(code));
  return value === -1 ? NONE : value;
});

/** The uuid of an id: the same 128 bits, stored in a third of the space. */
export function toUuid(id: string): string {
  const start = id.indexOf('_') + 1;
  // 26 characters are 130 bits: the first may use only three of its five
  if (id.length - start !== 26 || !(id.charCodeAt(start) <= 0x37)) throw unstorable(id);
  let hex = '';
  let bits = 0;
  let count = -PADDING_BITS;
  for (let at = start; at < id.length; at++) {
    const value = VALUES[id.charCodeAt(at)] ?? NONE;
    if (value === NONE) throw unstorable(id);
    bits = ((bits << 5) | value) & 0xff;
    count += 5;
    while (count >= 4) {
      count -= 4;
      hex += HEX[(bits >> count) & 15];
    }
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const unstorable = (id: string): AssayError =>
  new AssayError(
    'invalid_input',
    `Invalid id ${JSON.stringify(id)}: expected a prefix and 26 characters that encode 128 bits`,
  );

/** The id with the 128 bits of a uuid. */
export function formatId(prefix: string, uuid: string): string {
  let text = '';
  let bits = 0;
  let count = PADDING_BITS;
  for (let at = 0; at < uuid.length; at++) {
    const code = uuid.charCodeAt(at);
    if (code === DASH) continue;
    bits = ((bits << 4) | (code < LETTERS ? code - DIGITS : code - LETTERS + 10)) & 0xff;
    count += 4;
    if (count < 5) continue;
    count -= 5;
    text += ALPHABET[(bits >> count) & 31];
  }
  return `${prefix}_${text}`;
}

/** A uuid column that is an id in the API. */
export const idColumn = <Id extends string>(prefix: string, schema: z.ZodType<Id, string>) =>
  z
    .string()
    .transform((uuid) => formatId(prefix, uuid))
    .pipe(schema);

const CHANCE_BYTES = 10;
// drawn ahead: ten random bytes cost as much as thousands
const chance = Buffer.alloc(CHANCE_BYTES * 400);
let used = chance.length;

/** A new uuid that sorts by time: 48 bits of time, then 80 random bits. */
export function createUuid(time_ms: number): string {
  if (used === chance.length) {
    randomFillSync(chance);
    used = 0;
  }
  const drawn = chance.toString('hex', used, used + CHANCE_BYTES);
  used += CHANCE_BYTES;
  const time = time_ms.toString(16).padStart(12, '0');
  return `${time.slice(0, 8)}-${time.slice(8)}-${drawn.slice(0, 4)}-${drawn.slice(4, 8)}-${drawn.slice(8)}`;
}

/** A new id that sorts by time. */
export const createStoreId = <Prefix extends string>(prefix: Prefix, time_ms: number): `${Prefix}_${string}` =>
  formatId(prefix, createUuid(time_ms)) as `${Prefix}_${string}`;
