import { tokenize } from '@assay/scoring';
import { isImport, type Line } from '../inventory/outline.ts';
import { defineFamily, type Judged } from './family.ts';
import { asserts, changes, namesIn } from './statements.ts';
import type { UnitChange } from './unit-change.ts';

/** What a change of the product does not explain, although the test is about it. */
export const adapted = defineFamily({
  aspect: 'about_subject',
  judge: (change) => {
    const { test, product_changed, lost, gained } = change;
    // what is compared line by line is small; a larger rewrite has other findings
    if (test === null || !product_changed || lost.length * gained.length > MOST_COMPARISONS) return [];
    return [judgeInputs, judgeOptions, judgePrepared, judgeValues].flatMap((judge) => judge(change)).slice(0, 1);
  },
});

const MOST_COMPARISONS = 10_000;

/** The same statement with other values, before an assertion that stays: a change of the product explains no other input. */
function judgeInputs({ after, lost, gained }: UnitChange): Judged[] {
  const isNew = new Set(gained);
  if (!after.some((line) => asserts(line) && !isNew.has(line))) return [];
  const written = new Map(gained.map((line) => [withoutValues(line.text), line]));
  return lost.filter(isInput).flatMap((before) => {
    const now = written.get(withoutValues(before.text));
    if (now === undefined) return [];
    const message = 'asks for something else than before; make sure that it still tests the same';
    return [{ grade: 'review' as const, message, at: now, before, after: now }];
  });
}

/** A statement that also says something that only the new product understands: the product may be wrong without it. */
function judgeOptions({ lost, gained, product_names, test_names }: UnitChange): Judged[] {
  return lost.flatMap((before) => {
    const after = gained.find(({ text }) => isWithin(before.text, text));
    const names = after === undefined ? [] : namesIn(after.text).filter((name) => !before.text.includes(name));
    const option = names.find((name) => product_names.has(name));
    const helper = names.find((name) => test_names.has(name));
    if (after === undefined || (option ?? helper) === undefined || before.declares || isImport(before)) return [];
    const message =
      option === undefined
        ? `passes values to ${helper}, which is new; make sure that it hides no difference`
        : `uses ${option}, which is new in the product; make sure that the product is right without it`;
    return [{ grade: 'review' as const, message, at: after, before, after }];
  });
}

/** A new statement about what is new in the product, before an assertion that stays. */
function judgePrepared({ after, gained, product_names }: UnitChange): Judged[] {
  const isNew = new Set(gained);
  if (!after.some((line) => asserts(line) && !isNew.has(line))) return [];
  return gained
    .filter((line) => changes(line.text) && !asserts(line) && !isImport(line) && !line.declares)
    .flatMap((line) => {
      const name = namesIn(line.text).find((word) => product_names.has(word));
      if (name === undefined) return [];
      const message = `uses ${name}, which is new in the product; make sure that the product is right without it`;
      return [{ grade: 'review' as const, message, at: line, after: line }];
    });
}

/** Whether a statement is another one with some words left out. */
function isWithin(text: string, longer: string): boolean {
  if (text.length >= longer.length) return false;
  const words = tokenize(text, MOST_TOKENS);
  let found = 0;
  for (const word of tokenize(longer, MOST_TOKENS)) if (word === words[found]) found++;
  return found === words.length;
}

// long lines are tables of data
const MOST_TOKENS = 400;

/** A comparison with a value that became one without. */
function judgeValues({ lost, gained }: UnitChange): Judged[] {
  return lost.flatMap((before) => {
    const callee = COMPARES.exec(before.text)?.[0];
    const values = countValues(before.text);
    if (callee === undefined || values === 0) return [];
    const after = gained.find(({ text }) => text.startsWith(callee) && countValues(text) < values);
    if (after === undefined) return [];
    const message = 'compares with fewer values than before; make sure that it expects something independent';
    return [{ grade: 'review' as const, message, at: after, before, after }];
  });
}

const COMPARES = /^(?:await )?(?:[\w$]+\.)*(?:assert|expect|equal|check|verify|must|want|require|same)\w*!?\(/i;
const countValues = (text: string): number => text.match(VALUE)?.length ?? 0;

const withoutValues = (text: string): string => text.replaceAll(VALUE, '#').replaceAll(/#(?:, ?#)+/g, '#');
const isInput = (line: Line): boolean =>
  !isImport(line) && !line.declares && !asserts(line) && withoutValues(line.text) !== line.text;
const VALUE = /(["'`])(?:(?!\1).)*\1|(?<![\w$])\d[\w.]*/g;
