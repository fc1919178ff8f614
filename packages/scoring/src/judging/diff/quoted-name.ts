/**
 * The path in a patch header, `diff --git a/<path> b/<path>`, with names quoted or not; undefined when there is none.
 * Our patches contain no renames, so both names are equal, which shows where the first ends.
 */
export function readPatchedPath(header: string): string | undefined {
  const names = header.slice('diff --git '.length);
  if (names.startsWith('"')) {
    const name = QUOTED.exec(names)?.[0];
    return name === undefined ? undefined : unquote(name.slice(1, -1)).replace(/^a\//, '');
  }
  const path = names.slice(2, 2 + Math.floor((names.length - 5) / 2));
  return path !== '' && names === `a/${path} b/${path}` ? path : undefined;
}

// git quotes names in C style
const QUOTED = /^"(?:[^"\\]|\\.)*"/;
const ESCAPE = /((?:\\[0-7]{3})+)|\\(.)/g;
const LETTERS: Readonly<Record<string, string>> = {
  a: '\u0007',
  b: '\b',
  t: '\t',
  n: '\n',
  v: '\v',
  f: '\f',
  r: '\r',
};

const unquote = (name: string): string =>
  name.replace(ESCAPE, (_, octal: string | undefined, letter: string) =>
    octal === undefined ? (LETTERS[letter] ?? letter) : decodeBytes(octal.match(/[0-7]{3}/g) ?? []),
  );

// bytes that are not UTF-8 are escaped as the harness escapes them in paths
function decodeBytes(octals: readonly string[]): string {
  const bytes = octals.map((octal) => Number.parseInt(octal, 8) & 0xff);
  const whole = decodeUtf8(bytes);
  if (whole !== undefined) return whole;
  let text = '';
  for (let at = 0; at < bytes.length; ) {
    const length = [1, 2, 3, 4].find((count) => decodeUtf8(bytes.slice(at, at + count)) !== undefined) ?? 0;
    text += length === 0 ? `\\x${hex(bytes[at] as number)}` : decodeUtf8(bytes.slice(at, at + length));
    at += Math.max(1, length);
  }
  return text;
}

function decodeUtf8(bytes: readonly number[]): string | undefined {
  try {
    return decodeURIComponent(bytes.map((byte) => `%${hex(byte)}`).join(''));
  } catch {
    // its only exception: the bytes are not UTF-8
    return undefined;
  }
}

const hex = (byte: number): string => byte.toString(16).padStart(2, '0');
