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

// git quotes special names byte by byte and puts a tab after a name with spaces
function unquote(written: string): string {
  const name = written.replace(/\t$/, '');
  if (!/^".*"$/s.test(name)) return name;
  const bytes = name
    .slice(1, -1)
    .replace(/\\([0-7]{3})|\\(.)|[^\\]/gu, (character, octal?: string, letter?: string) =>
      octal === undefined ? encode(letter === undefined ? character : (ESCAPES[letter] ?? letter)) : byte(octal),
    );
  return new TextDecoder().decode(Uint8Array.from(bytes, (one) => one.charCodeAt(0)));
}

const byte = (octal: string): string => String.fromCharCode(Number.parseInt(octal, 8) & 0xff);
const encode = (text: string): string => String.fromCharCode(...new TextEncoder().encode(text));
