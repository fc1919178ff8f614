import { isUtf8 } from 'node:buffer';

/**
 * A file name as text, such that every sequence of bytes has its own text. UTF-8 stays as it is. A byte that is not
 * UTF-8 is written `\xNN`, in lower-case hexadecimal; so is a backslash that would be taken for the start of one.
 * A path is such names with `/` between them.
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

/** The path of these names, one inside the other. */
export const formatPath = (names: readonly Buffer[]): string => names.map(formatName).join('/');

/** The bytes of a path whose names were written by `formatName`. */
export function parsePath(text: string): Buffer {
  if (!text.includes('\\x')) return Buffer.from(text);
  const parts = text.split(/\\x([0-9a-f]{2})/);
  return Buffer.concat(parts.map((part, index) => Buffer.from(part, index % 2 === 1 ? 'hex' : 'utf8')));
}

/** A path for a sentence: on one line, and without anything a terminal would obey. */
export const quotePath = (path: string): string =>
  path.replace(/[\p{Cc}\u2028\u2029]/gu, (character) => [...Buffer.from(character)].map(escapeByte).join(''));

const BACKSLASH = 0x5c;

const escapeByte = (byte: number): string => `\\x${byte.toString(16).padStart(2, '0')}`;

/** How many bytes the character at this place has; 0 where there is none. */
function characterLength(bytes: Buffer, from: number): number {
  const first = bytes[from] ?? 0;
  const length = first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4;
  const within = from + length <= bytes.length;
  return within && isUtf8(bytes.subarray(from, from + length)) ? length : 0;
}
