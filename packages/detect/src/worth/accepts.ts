import type { TestLoss } from '@assay/schema';
import { oneLine } from '../inventory/facts.ts';
import type { Line } from '../inventory/outline.ts';
import type { UnitChange } from './unit-change.ts';

/** Comparisons of the product that a change edited: every assertion that compares such values accepts something else. */
export function judgeComparisons(
  product: readonly Pick<UnitChange, 'path' | 'before' | 'lost' | 'gained'>[],
): TestLoss[] {
  return product.flatMap(({ path, before, lost, gained }): TestLoss[] => {
    const changed = [...gained, ...lost].find(isComparison);
    if (changed === undefined || before.length === 0) return [];
    return [
      {
        aspect: 'accepts',
        grade: 'review',
        path,
        line: changed.line,
        test: null,
        message: 'the product compares or prints values differently; make sure that tests still tell right from wrong',
        after: oneLine(changed.text),
      },
    ];
  });
}

const COMPARISON =
  /\b(?:__eq__|__ne__|__hash__|__lt__|__repr__|__str__|equals|hashCode|compareTo|compare|Equals?|isEqual|eq|ne|cmp|partial_cmp|toJSON|toString|valueOf|asymmetricMatch)\(|\bimpl\b.*\b(?:PartialEq|Eq|PartialOrd|Ord|Debug|Display)\b.*\bfor\b|\bSymbol\.toPrimitive\b|\bnodejs\.util\.inspect\.custom\b/;

const isComparison = ({ text, guards }: Line): boolean =>
  guards.some((guard) => COMPARISON.test(guard)) ||
  (text.endsWith('…') && COMPARISON.test(text)) ||
  /^#\[derive\(.*\bPartialEq\b/.test(text);
