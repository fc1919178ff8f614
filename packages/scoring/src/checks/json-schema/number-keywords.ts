import { asNumber, describeMismatch, type Keyword, malformed } from './schema-scope.ts';

const limit =
  (name: string, { holds, words }: { holds: (value: number, limit: number) => boolean; words: string }): Keyword =>
  (value, argument, scope) => {
    const bound = asNumber(argument, name);
    if (typeof value !== 'number' || holds(value, bound)) return null;
    return describeMismatch(scope, `is ${value} but must be ${words} ${bound}`);
  };

const multipleOf: Keyword = (value, argument, scope) => {
  const step = asNumber(argument, 'multipleOf');
  if (step <= 0) throw malformed('multipleOf', 'a number above zero');
  if (typeof value !== 'number') return null;
  // with a tolerance: in doubles 0.3 is not a multiple of 0.1
  const quotient = value / step;
  const near = Math.abs(quotient - Math.round(quotient)) <= 1e-9 * Math.max(1, Math.abs(quotient));
  return near ? null : describeMismatch(scope, `is ${value} but must be a multiple of ${step}`);
};

export const NUMBER_KEYWORDS: Readonly<Record<string, Keyword>> = {
  minimum: limit('minimum', { holds: (value, bound) => value >= bound, words: 'at least' }),
  maximum: limit('maximum', { holds: (value, bound) => value <= bound, words: 'at most' }),
  exclusiveMinimum: limit('exclusiveMinimum', { holds: (value, bound) => value > bound, words: 'more than' }),
  exclusiveMaximum: limit('exclusiveMaximum', { holds: (value, bound) => value < bound, words: 'less than' }),
  multipleOf,
};
