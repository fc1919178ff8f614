import { compilePattern } from '../pattern.ts';
import { asCount, describeMismatch, type Keyword, malformed } from './schema-scope.ts';

// counts code points, not UTF-16 units
const lengthOf = (text: string): number => {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
};

export const TEXT_KEYWORDS: Readonly<Record<string, Keyword>> = {
  minLength(value, argument, scope) {
    const least = asCount(argument, 'minLength');
    if (typeof value !== 'string' || lengthOf(value) >= least) return null;
    return describeMismatch(scope, `must have at least ${least} characters`);
  },
  maxLength(value, argument, scope) {
    const most = asCount(argument, 'maxLength');
    if (typeof value !== 'string' || lengthOf(value) <= most) return null;
    return describeMismatch(scope, `must have at most ${most} characters`);
  },
  pattern(value, argument, scope) {
    if (typeof argument !== 'string') throw malformed('pattern', 'a text');
    const pattern = compilePattern(argument, scope.budget);
    if (typeof value !== 'string' || pattern.test(value, scope.budget)) return null;
    return describeMismatch(scope, 'must match its pattern');
  },
};
