interface Trap {
  readonly when: RegExp;
  readonly says: (pattern: string) => string;
}

const TRAPS: readonly Trap[] = [
  {
    when: /^\*\*\//,
    says: (pattern) => `needs a folder before the name; for the files at the root add ${pattern.slice(3)}`,
  },
  { when: /\{[^{}]*,[^{}]*\}/, says: () => 'braces are plain characters; write one pattern for each alternative' },
  { when: /\\/, says: () => 'a backslash is a plain character; put a character in brackets to take it as it is' },
  { when: /^\.\//, says: (pattern) => `paths do not start with ./; write ${pattern.slice(2)}` },
  { when: /^\//, says: (pattern) => `paths are relative to the workspace; write ${pattern.slice(1)}` },
  { when: /(^|\/)\.\.(\/|$)/, says: () => 'no path has .. in it; write the path from the root of the workspace' },
  { when: /.\/$/, says: (pattern) => `matches nothing below the folder; write ${pattern}*` },
  {
    when: /^([^*?[\]]*\/)?[^*?[\]./]+$/,
    says: (pattern) =>
      `matches a file of exactly this name and nothing below a folder; for a folder write ${pattern}/*`,
  },
];

/** What is likely not meant by a pattern, a sentence for each of the documented traps it falls into. */
export const lintPattern = (pattern: string): string[] =>
  TRAPS.filter(({ when }) => when.test(pattern)).map(({ says }) => `${pattern}: ${says(pattern)}`);
