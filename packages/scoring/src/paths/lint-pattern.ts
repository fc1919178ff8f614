interface Trap {
  readonly when: RegExp;
  readonly says: (pattern: string) => string;
}

const TRAPS: readonly Trap[] = [
  {
    when: /^\*\*\//,
    says: (pattern) => `needs a folder before the name; for the files at the root add ${pattern.slice(3)}`,
  },
  { when: /\{[^{}]*,[^{}]*\}/, says: () => 'braces are literal characters; write one pattern for each alternative' },
  { when: /\\/, says: () => 'a backslash is a literal character; use brackets to escape a character' },
  { when: /^\.\//, says: (pattern) => `paths do not start with ./; write ${pattern.slice(2)}` },
  { when: /^\//, says: (pattern) => `paths are relative to the workspace; write ${pattern.slice(1)}` },
  { when: /(^|\/)\.\.(\/|$)/, says: () => 'paths do not contain ..; write the path from the workspace root' },
  { when: /.\/$/, says: (pattern) => `matches nothing below the folder; write ${pattern}*` },
  {
    when: /^([^*?[\]]*\/)?[^*?[\]./]+$/,
    says: (pattern) => `matches only a file of exactly this name; for a folder write ${pattern}/*`,
  },
];

/** Warnings about likely mistakes in a pattern, one for each documented pitfall. */
export const lintPattern = (pattern: string): string[] =>
  TRAPS.filter(({ when }) => when.test(pattern)).map(({ says }) => `${pattern}: ${says(pattern)}`);
