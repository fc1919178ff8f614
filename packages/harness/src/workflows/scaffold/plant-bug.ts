/** A small change that a good test suite should notice. */
export interface PlantedBug {
  readonly path: string;
  /** From 1. */
  readonly line: number;
  readonly before: string;
  readonly after: string;
}

const SOURCE = /\.(c|cc|cpp|cs|go|java|js|jsx|kt|mjs|php|py|rb|rs|sh|swift|ts|tsx)$/;
const TEST =
  /(^|\/)(tests?|__tests__|spec|e2e|fixtures|testdata|examples|docs|node_modules|vendor|dist|build)\/|(\.|_|-)(test|spec)s?\.|(^|\/)(test_|test\.|conftest)|Tests?\.\w+$|\.config\.\w+$/;
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

export const isSource = (path: string): boolean => SOURCE.test(path) && !TEST.test(path);

/** Places for bugs in the sources, alternating between files. */
export function listBugs(files: ReadonlyMap<string, string>): PlantedBug[] {
  const byFile = [...files].filter(([path]) => isSource(path)).map(([path, text]) => listInFile(path, text));
  const longest = Math.max(0, ...byFile.map(({ length }) => length));
  return Array.from({ length: longest }, (_, round) => byFile.flatMap((bugs) => bugs[round] ?? [])).flat();
}

function listInFile(path: string, text: string): PlantedBug[] {
  const lines = text.split('\n');
  return lines.flatMap((before, index) => {
    const mutation = QUIET.test(before) ? undefined : MUTATIONS.find(([pattern]) => pattern.test(before));
    if (mutation === undefined) return [];
    const after = before.replace(...mutation);
    // a line that is unique in the file can be verified to be gone
    return lines.includes(after) ? [] : [{ path, line: index + 1, before, after }];
  });
}

/** A file with a bug planted in it. */
export function plantBug(text: string, { line, after }: PlantedBug): string {
  const lines = text.split('\n');
  lines[line - 1] = after;
  return lines.join('\n');
}

/** The patch that removes a bug: the oracle. */
export function formatFix(text: string, { path, line, before, after }: PlantedBug): string {
  const lines = text.split('\n');
  const start = Math.max(0, line - 4);
  const end = Math.min(lines.at(-1) === '' ? lines.length - 1 : lines.length, line + 3);
  const above = lines.slice(start, line - 1).map((one) => ` ${one}`);
  const below = lines.slice(line, end).map((one) => ` ${one}`);
  const size = end - start;
  const unfinished = lines.at(-1) !== '' && end === lines.length ? ['\\ No newline at end of file'] : [];
  return [
    `--- a/${path}`,
    `+++ b/${path}`,
    `@@ -${start + 1},${size} +${start + 1},${size} @@`,
    ...above,
    `-${after}`,
    ...(line === lines.length ? unfinished : []),
    `+${before}`,
    ...below,
    ...unfinished,
    '',
  ].join('\n');
}
