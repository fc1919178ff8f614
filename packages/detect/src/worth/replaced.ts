import type { TestLoss } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import { oneLine } from '../inventory/facts.ts';
import { asserts, namesIn } from './statements.ts';
import type { UnitChange } from './unit-change.ts';

/** Tests that are gone although the product they used did not change: their own, and those they inherited. */
export const judgeReplaced = (units: readonly UnitChange[]): TestLoss[] => [
  ...judgeRemoved(units),
  ...judgeHeirs(units),
];

/**
 * Other tests may have as many assertions, so the counts do not show it. Whether they check as much is for a person to
 * say, unless they expect the same values.
 */
function judgeRemoved(units: readonly UnitChange[]): TestLoss[] {
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

/** Classes that only ran the tests of another one. */
function judgeHeirs(units: readonly UnitChange[]): TestLoss[] {
  const tested = new Set(
    units.flatMap(({ test, before }) => (test !== null && before.length > 0 ? classOf(test) : [])),
  );
  return units.flatMap(({ test, path, lost, gained, product_changed }): TestLoss[] => {
    if (test !== null || product_changed) return [];
    const written = new Set(gained.flatMap(({ text }) => namesIn(text)));
    return lost.flatMap((line): TestLoss[] => {
      const [name = '', ...bases] = HEIR.exec(line.text)?.[0].match(/\w+/g)?.slice(1) ?? [];
      const base = bases.find((other) => tested.has(other));
      // another class may run them instead
      const hasOther = gained.some(({ text }) => HEIR.test(text) && namesIn(text).includes(base ?? ''));
      if (base === undefined || tested.has(name) || written.has(name) || hasOther) return [];
      const message = `${name} is gone, which ran the tests of ${base}; run them for it, or say why they are not needed`;
      return [
        { aspect: 'runs', grade: 'blocks', path, line: line.line, test: null, message, before: oneLine(line.text) },
      ];
    });
  });
}

const classOf = (test: string): string | [] => /^(\w+)(?:\.|::)/.exec(test)?.[1] ?? [];
const HEIR = /\bclass \w+\([^)]*\)|\bclass \w+ extends \w+/;

const MOST_TOKENS = 4000;
const isTelling = (word: string): boolean => isLiteral(word) && word.length > 1;
