import { type AssertionMeaning, describeComparison, describeValue, opposite } from '../../assertion-meaning.ts';
import { compact } from '../../facts.ts';
import type { SyntaxNode } from '../../syntax-node.ts';
import { isLiteral, numberLiteral } from './expressions.ts';

/** A matcher on a subject, such as `not.toBe(1)` in `expect(x).not.toBe(1)`. */
export interface Match {
  readonly subject: SyntaxNode;
  /** Members and calls of the chain, such as `not` and `toBe`. */
  readonly words: readonly string[];
  readonly expected: readonly SyntaxNode[];
}

// expected values of matchers without an argument
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ...['toBeNull', 'null', 'isNull'].map((name) => [name, 'null'] as const),
  ...['toBeUndefined', 'undefined', 'isUndefined'].map((name) => [name, 'undefined'] as const),
  ...['toBeNaN', 'NaN', 'isNaN'].map((name) => [name, 'NaN'] as const),
  ...['true', 'toBeTrue', 'isTrue'].map((name) => [name, 'true'] as const),
  ...['false', 'toBeFalse', 'isFalse'].map((name) => [name, 'false'] as const),
]);

const NEGATED = new Set([
  'not',
  'never',
  'toBeFalsy',
  'falsy',
  'isFalsy',
  'notOk',
  'isNotOk',
  'ifError',
  'error',
  'notCalled',
]);

const STRENGTHS: readonly (readonly [RegExp, AssertionMeaning['strength']])[] = [
  [/^(?:toBeCloseTo|closeTo|approximately|toHaveBeenCalledTimes|calledTimes|callCount|toHaveReturnedTimes)$/, 'exact'],
  [
    /^(?:toBe|is|eq|eql|eqls|exactly|equals?|toEqual|toStrictEqual|same|strictSame|toHaveCount|toHaveText\w*)$/,
    'exact',
  ],
  [/^(?:not)?(?:deep|strict|loose|deepStrict|deepLoose)?_?[eE]qual(?:s|To)?$|^(?:not)?(?:S|s)ame(?:Deep)?$/, 'exact'],
  [/CalledWith\w*$|CalledOnceWith|calledWith|ReturnedWith$|Snapshot$|snapshot|^toHave(?:URL|Title|Value|Id)$/, 'exact'],
  [/^(?:toBeInstanceOf|instance[oO]f|isInstanceOf|a|an|typeOf|toBeTypeOf|isArray|isString|isNumber|isObject)$/, 'type'],
  [/^(?:isFunction|isBoolean|toEqualTypeOf|toMatchTypeOf|toBeString|toBeNumber|toBeArray|toExtend)$/, 'type'],
  [/Greater|Less|^(?:above|below|least|most|gt|gte|lt|lte|within|isAbove|isBelow|isAtLeast|isAtMost)$/, 'bound'],
  [
    /^(?:toBeTruthy|toBeFalsy|toBeDefined|truthy|falsy|ok|notOk|isOk|isNotOk|exists?|isDefined|toExist|assert)$/,
    'truthy',
  ],
  [
    /^(?:toHaveBeenCalled|toBeCalled|called|calledOnce|notCalled|toHaveReturned|toBeVisible|toBeInTheDocument)$/,
    'truthy',
  ],
  [
    /^(?:toBeEnabled|toBeDisabled|toBeChecked|toBeAttached|toBeHidden|doesNotThrow|notThrows?\w*|doesNotReject)$/,
    'truthy',
  ],
  [/^(?:pass|succeed)$/, 'tautology'],
  [/^(?:fail|unreachable|toBeNever|notReached|reject)$/, 'exact'],
  [/^(?:ifError|error)$/, 'truthy'],
];

/** The meaning of a matcher. */
export function describeMatch({ subject, words, expected }: Match): AssertionMeaning {
  const matcher = words.at(-1) ?? '';
  const [first] = expected;
  const negated =
    words.filter((word) => NEGATED.has(word) || /^(?:not|isNot|doesNot)[A-Z]/.test(word)).length % 2 === 1;
  const turn = (judged: AssertionMeaning) => (negated ? opposite(judged) : judged);
  const constant = CONSTANTS.get(matcher);
  if (matcher === '') return describeValue(subject, 'tautology');
  if (constant !== undefined && first === undefined) {
    const same = compact(subject) === constant;
    return turn({ ...describeValue(subject, same ? 'tautology' : 'exact'), expected: constant });
  }
  const strength = strengthOf(matcher, first);
  if (first === undefined)
    return turn(describeValue(subject, strength === 'truthy' && isLiteral(subject) ? 'tautology' : strength));
  return turn(describeComparison({ actual: subject, expected: first }, strength, toleranceOf(matcher, expected)));
}

function strengthOf(matcher: string, expected: SyntaxNode | undefined): AssertionMeaning['strength'] {
  if (/^(?:to)?[tT]hrows?\w*$|^rejects?$/.test(matcher)) return expected === undefined ? 'truthy' : 'structure';
  const strength = STRENGTHS.find(([name]) => name.test(matcher))?.[1] ?? 'structure';
  if (strength !== 'exact' || expected === undefined) return strength;
  // `expect.anything()` and similar accept more than they seem to
  if (/^expect\.anything\(\)$/.test(expected.text)) return 'truthy';
  if (/^expect\.any\(/.test(expected.text)) return 'type';
  return /\bexpect\.(?:any|anything|\w*Containing|stringMatching|closeTo)\(/.test(expected.text)
    ? 'structure'
    : 'exact';
}

// toBeCloseTo compares two decimals by default
const USUAL_DIGITS = 2;

function toleranceOf(matcher: string, [, margin]: readonly SyntaxNode[]): number | null {
  if (matcher === 'toBeCloseTo') {
    const digits = margin === undefined ? USUAL_DIGITS : numberLiteral(margin);
    return digits === null ? null : 0.5 * 10 ** -digits;
  }
  return /^(?:closeTo|approximately)$/.test(matcher) ? numberLiteral(margin) : null;
}
