import { isLiteral, tokenize } from '@assay/scoring';

/** Whether tests use a literal. */
export type Tested = (literal: string) => boolean;

/** Whether tests contain a literal; of a longer one, whether they contain a part of it. */
export function createTested(texts: readonly string[]): Tested {
  let literals: ReadonlySet<string> | undefined;
  return (literal) => {
    // most changes never ask
    literals ??= new Set(texts.flatMap(listLiterals));
    if (literals.has(literal)) return true;
    // a letter that few texts have
    if (/^[^\p{ASCII}]$/u.test(literal)) return texts.some((text) => text.includes(literal));
    const parts = literal.length > LONGEST_VALUE ? [] : literal.replaceAll(PLACEHOLDER, ' ').split(NO_WORD);
    return parts.some((part) => part.trim().length >= SHORTEST_PART && texts.some((text) => text.includes(part)));
  };
}

const listLiterals = (text: string): string[] => [
  ...tokenize(text, MOST_TESTED).filter(isLiteral).map(unquote),
  ...(text.match(/(?<![\w.])\d+(?:\.\d+)?(?![\w])/g) ?? []),
];

const PLACEHOLDER = /\$?\{[^}]*\}/g;
const NO_WORD = /[^\p{L}\p{N}_ .]+/u;

// longer texts are prose, whose words are everywhere
const LONGEST_VALUE = 60;

const MOST_TESTED = 200_000;
const SHORTEST_PART = 4;

/** The text of a literal. */
export const unquote = (token: string): string =>
  /^["'`]/.test(token) ? token.slice(1, -1) : token.replaceAll('_', '');

// constants of languages and the names of their types
const COMMON = new Set([
  ...['true', 'false', 'True', 'False', 'null', 'nil', 'None', 'undefined'],
  ...['string', 'number', 'object', 'function', 'boolean', 'bigint', 'symbol', 'utf-8', 'utf8'],
]);

/** How much a literal says about where it comes from: 0 and 1 are everywhere, a long text is not. */
export function weigh(literal: string, is_compared = false): number {
  if (/^\d/.test(literal)) return literal.length > 2 ? 1 : literal.length > 1 && is_compared ? 0.75 : 0.4;
  if (literal.length === 0 || COMMON.has(literal)) return 0;
  return literal.length > 2 ? 1 : 0.5;
}
