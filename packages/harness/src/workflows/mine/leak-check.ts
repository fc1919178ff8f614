/** What an instruction must not contain. */
export interface Answer {
  /** The lines that the solution adds. */
  readonly added_lines: readonly string[];
  /** Names that only the solution has: neither the seed nor the tests know them. */
  readonly own_names: ReadonlySet<string>;
  /** The tests that the solution makes pass, by their names in the report. */
  readonly tests: readonly string[];
  /** Names in the code under test. A title that is one of them gives nothing away. */
  readonly product_names?: ReadonlySet<string>;
}

export interface Leak {
  readonly kind: 'hash' | 'reference' | 'link' | 'test' | 'code' | 'name';
  readonly text: string;
}

// with a letter and a digit: neither a word nor a number
const HASH = /\b(?=[0-9a-f]*\d)(?=\d*[a-f])[0-9a-f]{7,40}\b/gi;
const REFERENCE = /(?<![\w&/])(?:#|GH-|PR\s#?)\d+\b/g;
const LINK = /\b(?:https?|git|ssh):\/\/\S+/gi;
const SHORTEST_CODE = 8;
const SHORTEST_TEST = 6;
// fewer words may be the words of the language for what is asked
const WORDS_OF_A_SENTENCE = 5;

interface LeakOptions {
  /** Also counts names of the solution that could be plain words: for a writer who can choose others. */
  readonly strict?: boolean;
}

/** Everything in a text that gives the answer away. */
export function findLeaks(text: string, answer: Answer, { strict = false }: LeakOptions = {}): Leak[] {
  const matches = (kind: Leak['kind'], pattern: RegExp): Leak[] =>
    [...text.matchAll(pattern)].map(([found]) => ({ kind, text: found }));
  const plain = squeeze(text);
  return [
    ...matches('link', LINK),
    ...matches('hash', HASH),
    ...matches('reference', REFERENCE),
    ...listTestWords(answer.tests)
      .filter((name) => answer.product_names?.has(name) !== true && hasWord(text, name))
      .map((name): Leak => ({ kind: 'test', text: name })),
    ...listCode(answer.added_lines)
      .filter((line) => plain.includes(line))
      .map((line): Leak => ({ kind: 'code', text: line })),
    ...[...answer.own_names]
      .filter((name) => (strict || isCodeName(name, text)) && hasWord(text, name))
      .map((name): Leak => ({ kind: 'name', text: name })),
  ];
}

/** Removes spaces that do not change the meaning of code. */
const squeeze = (text: string): string =>
  text
    .trim()
    .replace(/\s+/g, ' ')
    .replace(/ ?([^\w\s]) ?/g, '$1');

/** The parts of the names of tests that a person would write. */
function listTestWords(tests: readonly string[]): string[] {
  const words = tests.map((name) => (name.split(/::|\s›\s|\s>\s/).at(-1) ?? '').replace(/[[(].*$/s, '').trim());
  return [...new Set(words)].filter(
    (word) =>
      word.length >= SHORTEST_TEST &&
      (/^\S*(?:_|[a-z][A-Z])\S*$/.test(word) || word.split(/\s+/).length >= WORDS_OF_A_SENTENCE),
  );
}

const listCode = (lines: readonly string[]): string[] => [
  ...new Set(
    lines
      .map(squeeze)
      .filter((line) => line.length >= SHORTEST_CODE && /[(){}[\]=<>;:.]/.test(line) && /\w/.test(line)),
  ),
];

const hasWord = (text: string, word: string): boolean => {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1))
    if (!/\w/.test(text[at - 1] ?? '') && !/\w/.test(text[at + word.length] ?? '')) return true;
  return false;
};

// a plain word may be one of the language, unless the text shows it as code
const isCodeName = (name: string, text: string): boolean =>
  /_|\d|[a-z][A-Z]/.test(name) || text.includes(`\`${name}\``) || text.includes(`${name}(`);
