import type { TestAssertion } from '@assay/schema';
import { strengthRank } from './assertion-change.ts';
import { indexOfTokens, isLiteral, isName, lastNamePart, tokenize } from './words.ts';

interface AlignOptions {
  /** Whether a name may also replace another name. */
  readonly alsoNames?: boolean;
}

/**
 * Whether one assertion is another with names in place of values, as when several become a loop, a table or a helper:
 * `add(a,b)` is `sum` covers `add(1,2)` is `3`.
 */
export function generalizes(
  general: TestAssertion,
  specific: TestAssertion,
  { alsoNames = false }: AlignOptions = {},
): boolean {
  if (general.negated !== specific.negated) return false;
  const holes = align(tokenize(general.subject), tokenize(specific.subject), { alsoNames });
  if (holes === null) return false;
  if (specific.expected === null || general.expected === null)
    return holes > 0 && specific.expected === general.expected;
  if (general.expected === specific.expected) return holes > 0;
  return generalizesExpected(general.expected, specific.expected) || (holes > 0 && isPlainName(general.expected));
}

/** Whether an expectation is another with names in place of values. */
export const generalizesExpected = (general: string, specific: string): boolean =>
  (align(tokenize(general), tokenize(specific)) ?? 0) > 0 || (isPlainName(general) && isMade(tokenize(specific)));

function isPlainName(code: string): boolean {
  const tokens = tokenize(code);
  return isName(tokens[0]) && endOfName(tokens, 0) === tokens.length;
}

// `Ok(3)`, `Decimal("1.80")`, `vec![1]`
function isMade(tokens: readonly string[]): boolean {
  const end = isName(tokens[0]) ? endOfName(tokens, 0) : 0;
  const from = tokens[end] === '!' ? end + 1 : end;
  return end > 0 && endOfValue(tokens, from) === tokens.length;
}

/** Whether comparing a whole covers comparing a part: `user` is `{…}` and `user.name` is `"Ada"`. */
export function contains(whole: TestAssertion, part: TestAssertion): boolean {
  // a joined condition may be negated as a whole
  if (joins(whole, part) || expectsFailure(whole, part)) return true;
  if (whole.negated !== part.negated) return false;
  if (whole.subject === part.subject && strengthRank(whole) > strengthRank(part)) return true;
  const subject = tokenize(whole.subject);
  // another view of the same thing, such as the calls of a mock
  const isSameThing = isName(subject[0]) && subject[0] === tokenize(part.subject)[0];
  if (isSameThing && part.expected !== null && part.expected === whole.expected) return true;
  if (whole.strength !== 'exact' && whole.strength !== 'structure') return false;
  const of = tokenize(part.subject);
  if (subject.some(isName) && subject.length < of.length && indexOfTokens(of, subject) >= 0) return true;
  // `got` is `want`: their fields are built elsewhere, one by one as before
  if (isPlainName(whole.subject) && isPlainName(whole.expected ?? '') && isName(of[0]) && /^[.[]$/.test(of[1] ?? ''))
    return true;
  const expected = tokenize(whole.expected ?? '');
  return namesPart(expected, part) || hasElement(expected, part);
}

// a call that must not be reached after one that must throw, or a check of what was thrown
const expectsFailure = (whole: TestAssertion, part: TestAssertion): boolean =>
  /raise|throw|reject|panic/i.test(whole.text) &&
  (/^(?:\w+\.)*fail\b/i.test(part.subject) || (part.expected !== null && part.expected === whole.expected));

// `a == 1 and b == 2`, or `(a, b) == (1, 2)`
function joins(whole: TestAssertion, part: TestAssertion): boolean {
  const all = tokenize(`${whole.subject} ${whole.expected ?? ''} ${whole.text}`);
  const subject = tokenize(part.subject);
  const isWhole =
    tokenize(whole.subject).length > subject.length && indexOfTokens(tokenize(whole.subject), subject) >= 0;
  return isWhole && (part.expected === null || indexOfTokens(all, tokenize(part.expected)) >= 0);
}

// `{ name: "Ada" }` asserts that `name` is "Ada", wherever the name comes from
function namesPart(expected: readonly string[], part: TestAssertion): boolean {
  const field = tokenize(lastNamePart(part.subject)).filter(isName).at(-1);
  if (field === undefined || !expected.includes(field)) return false;
  return part.expected === null || indexOfTokens(expected, tokenize(part.expected)) >= 0;
}

// `(2, 9)` asserts that one value is 2 and another is 9
function hasElement(expected: readonly string[], part: TestAssertion): boolean {
  const element = tokenize(part.expected ?? '');
  const at = indexOfTokens(expected, element);
  if (at < 1) return false;
  return /^[([{,:=]$/.test(expected[at - 1] ?? '') && /^[)\]},\p{L}_]/u.test(expected[at + element.length] ?? ')');
}

/** How many values of one text are names in the other, if they are otherwise the same; null if not. */
function align(
  general: readonly string[],
  specific: readonly string[],
  { alsoNames = false }: AlignOptions = {},
): number | null {
  let holes = 0;
  let at = 0;
  for (let n = 0; n < general.length; ) {
    if (general[n] === specific[at]) {
      n += 1;
      at += 1;
      continue;
    }
    const template = endOfTemplate(general, n);
    const isHole = isName(general[n]) || template !== null;
    const end = isHole ? (endOfValue(specific, at) ?? (alsoNames && isName(specific[at]) ? at + 1 : null)) : null;
    if (end === null) return null;
    holes += 1;
    at = end;
    n = template ?? endOfName(general, n);
  }
  return at === specific.length ? holes : null;
}

// template strings such as `f"a{separator}b"` and `${a}` in backticks
function endOfTemplate(tokens: readonly string[], from: number): number | null {
  const at = /^[fF$]$/.test(tokens[from] ?? '') ? from + 1 : from;
  return /^["'`].*\{/.test(tokens[at] ?? '') ? at + 1 : null;
}

function endOfName(tokens: readonly string[], from: number): number {
  let end = from + 1;
  while (tokens[end] === '.' && isName(tokens[end + 1])) end += 2;
  // a table row by its number or name
  while (tokens[end] === '[' && tokens[end + 2] === ']') end += 3;
  return end;
}

const CLOSING: ReadonlyMap<string, string> = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
]);

function endOfValue(tokens: readonly string[], from: number): number | null {
  const first = tokens[from];
  if (first === undefined) return null;
  if (isLiteral(first)) return from + 1;
  if (first === '-' && isLiteral(tokens[from + 1])) return from + 2;
  const closing = CLOSING.get(first);
  if (closing === undefined) return null;
  let depth = 0;
  for (let at = from; at < tokens.length; at++) {
    if (tokens[at] === first) depth += 1;
    if (tokens[at] === closing) depth -= 1;
    if (depth === 0) return at + 1;
  }
  return null;
}
