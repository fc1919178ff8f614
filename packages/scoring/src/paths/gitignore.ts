import { compileWildmatch, SLASH, type Wildmatch } from './wildmatch.ts';

interface Rule {
  readonly negated: boolean;
  readonly folders_only: boolean;
  /** Matched against each name in a path instead of the whole path. */
  readonly by_name: boolean;
  readonly match: Wildmatch;
}

/**
 * Whether a `.gitignore` with these lines at the root would ignore a path. The last matching line decides, and the
 * content of an ignored folder is ignored. A path that ends in `/` is a folder.
 */
export function compileIgnoreRules(lines: readonly string[]): (path: string) => boolean {
  const rules = lines.flatMap(parseRule);
  return (path) => {
    const folder = path.endsWith('/');
    const bytes = bytesOf(folder ? path.slice(0, -1) : path);
    const names = splitNames(bytes);
    const decided: (boolean | undefined)[] = names.map(() => undefined);
    for (const { negated, folders_only, by_name, match } of rules) {
      const matched = by_name ? names.map((name) => match(name)[0] === true) : match(bytes);
      matched.forEach((matches, depth) => {
        const isFolder = folder || depth < names.length - 1;
        if (matches && (isFolder || !folders_only)) decided[depth] = !negated;
      });
    }
    // a negated rule does not re-include what is below an ignored folder
    return decided.includes(true);
  };
}

function parseRule(line: string): Rule[] {
  const text = trimEnd(line.replace(/\r$/, ''));
  if (text === '' || text.startsWith('#')) return [];
  const negated = text.startsWith('!');
  const whole = negated ? text.slice(1) : text;
  const folders_only = whole.endsWith('/');
  const pattern = folders_only ? whole.slice(0, -1) : whole;
  const match = compileWildmatch(bytesOf(pattern.startsWith('/') ? pattern.slice(1) : pattern));
  return match === null ? [] : [{ negated, folders_only, by_name: !pattern.includes('/'), match }];
}

// trailing blanks are removed unless escaped by a backslash
function trimEnd(line: string): string {
  const bare = line.replace(/ +$/, '');
  const escaped = /(?<!\\)(?:\\\\)*\\$/.test(bare) && bare.length < line.length;
  return escaped ? line.slice(0, bare.length + 1) : bare;
}

function splitNames(path: readonly number[]): readonly (readonly number[])[] {
  const names: number[][] = [[]];
  for (const byte of path) {
    if (byte === SLASH) names.push([]);
    else names.at(-1)?.push(byte);
  }
  return names;
}

/** UTF-8 bytes, which git compares. */
function bytesOf(text: string): number[] {
  const bytes: number[] = [];
  for (const character of text) {
    const point = character.codePointAt(0) as number;
    const rest = (shift: number): number => 0x80 | ((point >> shift) & 0x3f);
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), rest(0));
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), rest(6), rest(0));
    else bytes.push(0xf0 | (point >> 18), rest(12), rest(6), rest(0));
  }
  return bytes;
}
