import type { TestLoss } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import { oneLine } from '../inventory/facts.ts';
import { asserts } from './statements.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * Tests that are gone although the product they used did not change. Other tests may have as many assertions, so the
 * counts do not show it; whether they check as much is for a person to say, unless they expect the same values.
 */
export function judgeReplaced(units: readonly UnitChange[]): TestLoss[] {
  const written = new Set(units.flatMap(({ gained }) => gained.flatMap(({ text }) => tokenize(text, MOST_TOKENS))));
  return units.flatMap(({ test, path, before, after, lost, product_changed }): TestLoss[] => {
    if (test === null || before.length === 0 || after.length > 0 || product_changed) return [];
    const gone = lost.filter(asserts);
    const values = gone.flatMap(({ text }) => tokenize(text, MOST_TOKENS).filter(isTelling));
    const [first] = gone;
    if (first === undefined || (values.length > 0 && values.every((value) => written.has(value)))) return [];
    const message = `the test "${test}": is gone, although the product that it used did not change; make sure that other tests check as much`;
    const { line, text } = first;
    return [{ aspect: 'about_subject', grade: 'review', path, line, test, message, before: oneLine(text) }];
  });
}

const MOST_TOKENS = 4000;
const isTelling = (word: string): boolean => isLiteral(word) && word.length > 1;
