import { randomBytes } from 'node:crypto';
import { AssayError } from '@assay/schema';
import { z } from 'zod';

// the alphabet of every id; 26 characters are two zero bits and the 128 of a uuid
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const VALUES = new Map([...ALPHABET].map((character, value) => [character, value]));
const PADDING_BITS = 2;

/** An id as the database keeps it: the same 128 bits as a uuid, which takes a third of the room. */
export function uuidOf(id: string): string {
  const encoded = id.slice(id.indexOf('_') + 1);
  // 26 characters are 130 bits: the first may only fill three of its five
  if (!/^[0-7].{25}$/.test(encoded)) throw unstorable(id);
  let hex = '';
  let bits = 0;
  let count = -PADDING_BITS;
  for (const character of encoded) {
    const value = VALUES.get(character);
    if (value === undefined) throw unstorable(id);
    bits = ((bits << 5) | value) & 0xfff;
    count += 5;
    if (count < 8) continue;
    count -= 8;
    hex += ((bits >> count) & 0xff).toString(16).padStart(2, '0');
  }
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
}

const unstorable = (id: string): AssayError =>
  new AssayError('invalid_input', `Expected an id of 128 bits after its prefix, found ${JSON.stringify(id)}`);

function formatId(prefix: string, uuid: string): string {
  const hex = uuid.replaceAll('-', '');
  let text = '';
  let bits = 0;
  let count = PADDING_BITS;
  for (let at = 0; at < hex.length; at += 2) {
    bits = ((bits << 8) | Number.parseInt(hex.slice(at, at + 2), 16)) & 0x1fff;
    count += 8;
    while (count >= 5) {
      count -= 5;
      text += ALPHABET[(bits >> count) & 31];
    }
  }
  return `${prefix}_${text}`;
}

/** A column of type uuid that is an id on the wire. */
export const idColumn = <Id extends string>(prefix: string, schema: z.ZodType<Id, string>) =>
  z
    .string()
    .transform((uuid) => formatId(prefix, uuid))
    .pipe(schema);

/** A new id, which sorts by time: 48 bits of it, then 80 of chance. */
export const mintId = <Prefix extends string>(prefix: Prefix, time_ms: number): `${Prefix}_${string}` =>
  formatId(prefix, time_ms.toString(16).padStart(12, '0') + randomBytes(10).toString('hex')) as `${Prefix}_${string}`;
