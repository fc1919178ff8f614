import type { PlacedBug } from './planted-bug.ts';

// lines in which a change does not alter behavior
const QUIET = /^\s*(\/\/|#|\*|\/\*|import\b|from\b|using\b|package\b|use\b|include\b|require\b|@|<)/;

// each replacement is a bug for the other side
const MUTATIONS: readonly (readonly [RegExp, string])[] = [
  [/ === /, ' !== '],
  [/ !== /, ' === '],
  [/ == /, ' != '],
  [/ != /, ' == '],
  [/ <= /, ' > '],
  [/ >= /, ' < '],
  [/ && /, ' || '],
  [/ \|\| /, ' && '],
  [/ and /, ' or '],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/ < (?=[\w(])/, ' >= '],
  [/ > (?=[\w(])/, ' <= '],
  [/\btrue\b/, 'false'],
  [/\bTrue\b/, 'False'],
  [/ -(eq|gt|lt) /, ' -ne '],
  [/\breturn (\w+)$/, 'return $1 + 1'],
];

/** Places for bugs in a language without a grammar. */
export function listLineBugs(path: string, text: string): PlacedBug[] {
  return text.split('\n').flatMap((before, index) => {
    const mutation = QUIET.test(before) ? undefined : MUTATIONS.find(([pattern]) => pattern.test(before));
    if (mutation === undefined) return [];
    return [{ path, line: index + 1, before, after: before.replace(...mutation), function: null, owner: 0 }];
  });
}
