/** The path of a file in a patch, from its head: the new name, or the old one if it was deleted. */
export function namePath(head: readonly string[]): string {
  const named = (prefix: string) => head.find((line) => line.startsWith(prefix))?.slice(prefix.length);
  const sides = [named('+++ '), named('--- ')].flatMap((name) => (name === undefined ? [] : [unquote(name)]));
  const side = sides.find((name) => name !== '/dev/null');
  if (side !== undefined) return side.replace(/^[ab]\//, '');
  const renamed = named('rename to ') ?? named('copy to ');
  if (renamed !== undefined) return unquote(renamed);
  const both = named('diff --git ');
  return both === undefined ? '(no file)' : halve(both);
}

// `a/name b/name`: names may contain spaces, so the split is where both halves are equal
function halve(both: string): string {
  const middle = (both.length - 1) / 2;
  const name = unquote(both.slice(middle + 1)).replace(/^b\//, '');
  const other = unquote(both.slice(0, middle)).replace(/^a\//, '');
  return name === other ? name : both;
}

const ESCAPES: Readonly<Record<string, string>> = { a: '\x07', b: '\b', t: '\t', n: '\n', v: '\v', f: '\f', r: '\r' };

/** A name as git writes it, given and returned as one character per byte: special names are in quotes, as in C. */
export const unquoteBytes = (written: string): string =>
  /^".*"$/s.test(written)
    ? written
        .slice(1, -1)
        .replace(/\\([0-7]{3}|.)/gs, (_, code: string) =>
          code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8) & 0xff) : (ESCAPES[code] ?? code),
        )
    : written;

// git puts a tab after a name with spaces
const unquote = (written: string): string => decode(unquoteBytes(encode(written.replace(/\t$/, ''))));

const encode = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(/%(..)/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );

// bytes that are not UTF-8 are written as the harness writes them in a path
const decode = (bytes: string): string =>
  bytes.replace(UTF8, (sequence) => {
    try {
      return decodeURIComponent(escapeBytes(sequence, '%'));
    } catch {
      return escapeBytes(sequence, '\\x');
    }
  });

const UTF8 = /[\xc2-\xdf][\x80-\xbf]|[\xe0-\xef][\x80-\xbf]{2}|[\xf0-\xf4][\x80-\xbf]{3}|[\x80-\xff]/g;

const escapeBytes = (bytes: string, mark: string): string =>
  Array.from(bytes, (byte) => `${mark}${byte.charCodeAt(0).toString(16).padStart(2, '0')}`).join('');
