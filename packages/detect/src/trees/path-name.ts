import { isUtf8 } from 'node:buffer';

/**
 * A file name as text, unique for every byte sequence. UTF-8 is unchanged. Other bytes become `\xNN` in lower-case
 * hexadecimal; so does a backslash that would look like the start of one. A path is such names joined by `/`.
 */
export function formatName(bytes: Buffer): string {
  if (isUtf8(bytes)) return bytes.toString('utf8').replace(/\\(?=x[0-9a-f]{2})/g, escapeByte(BACKSLASH));
  let text = '';
  let from = 0;
  while (from < bytes.length) {
    const length = characterLength(bytes, from);
    const plain = length > 0 && bytes[from] !== BACKSLASH;
    text += plain ? bytes.toString('utf8', from, from + length) : escapeByte(bytes[from] ?? 0);
    from += Math.max(1, length);
  }
  return text;
}

/** Joins raw names to a path. */
export const formatPath = (names: readonly Buffer[]): string => names.map(formatName).join('/');

/** The bytes of a path whose names were written by `formatName`. */
export function parsePath(text: string): Buffer {
  if (!text.includes('\\x')) return Buffer.from(text);
  const parts = text.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')));
}

/** A path for messages: on one line, without control characters. */
export const quotePath = (path: string): string =>
  path.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => [...Buffer.from(character)].map(escapeByte).join(''));

const BACKSLASH = 0x5c;

const escapeByte = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

/** The byte length of the UTF-8 character at an offset; 0 if there is none. */
function characterLength(bytes: Buffer, from: number): number {
  const first = bytes[from] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const within = from + length <= bytes.length;
  return within && isUtf8(bytes.subarray(from, from + length)) ? length : 0;
}
