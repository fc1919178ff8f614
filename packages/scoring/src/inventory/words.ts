const TOKEN = /[\p{L}_$][\p{L}\p{N}_$]*|\d[\w.]*|"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|`[^`]*`|\S/gu;
const NAMED_LITERALS = new Set(['true', 'false', 'null', 'undefined', 'nil', 'None', 'True', 'False']);
const MOST_TOKENS = 400;

/** The tokens of code in any language: names, numbers, strings, and single punctuation marks. */
export const tokenize = (code: string, most = MOST_TOKENS): readonly string[] =>
  (code.replaceAll('$ ', '$').match(TOKEN) ?? []).slice(0, most);

/** Whether a token is a name and not a value. */
export const isName = (token: string | undefined): boolean =>
  token !== undefined && /^[\p{L}_$]/u.test(token) && !NAMED_LITERALS.has(token);

/** Whether a token is a value. */
export const isLiteral = (token: string | undefined): boolean =>
  token !== undefined && (/^[\d"'`]/.test(token) || NAMED_LITERALS.has(token));

/** The last part of a qualified name: `adds` of `Cart > adds`, `Cart.adds` and `cart::adds`. */
export function lastNamePart(name: string): string {
  const group = name.lastIndexOf(' > ');
  if (group >= 0) return name.slice(group + 3);
  // a sentence may contain dots
  if (/\s/.test(name)) return name;
  const parts = name.split(/\.|::|->|#|\\|\//).filter((part) => part !== '');
  return parts.at(-1) ?? name;
}

/** The words of a name in any naming style, in lower case. */
export const splitWords = (name: string): readonly string[] =>
  name
    .replace(/(\p{Ll}|\p{N})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '' && word !== 'test');

/** Index of a token sequence within another, whole tokens only; -1 if absent. */
export function indexOfTokens(all: readonly string[], part: readonly string[]): number {
  if (part.length === 0) return -1;
  for (let at = 0; at + part.length <= all.length; at++) {
    if (part.every((token, n) => token === all[at + n])) return at;
  }
  return -1;
}
