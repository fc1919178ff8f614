import { tokenize } from '@assay/scoring';
import { isImport, type Line } from '../inventory/outline.ts';
import { defineFamily, type Judged } from './family.ts';
import { createPhrases } from './phrases.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * What the other families cannot explain: statements that existing tests rest on changed, although the product did not, or
 * only their inputs did. It may be a refactoring; a person has to see it.
 */
export const rewritten = defineFamily({
  aspect: 'about_subject',
  judge: (change) => {
    if (change.product_changed)
      return [...judgeInputs(change), ...judgeOptions(change), ...judgePrepared(change), ...judgeValues(change)].slice(
        0,
        1,
      );
    return [...judgeImports(change), ...judgeLost(change), ...judgeGained(change)].slice(0, 1);
  },
});

/** The same statement with other values, before an assertion that stays: a change of the product explains no other input. */
function judgeInputs({ test, after, lost, gained }: UnitChange): Judged[] {
  const isNew = new Set(gained);
  if (test === null || !after.some((line) => asserts(line) && !isNew.has(line))) return [];
  const written = new Map(gained.map((line) => [withoutValues(line.text), line]));
  return lost.filter(isInput).flatMap((before) => {
    const now = written.get(withoutValues(before.text));
    if (now === undefined) return [];
    const message = 'asks for something else than before; make sure that it still tests the same';
    return [{ grade: 'review' as const, message, at: now, before, after: now }];
  });
}

/** A statement that also says something that only the new product understands: the product may be wrong without it. */
function judgeOptions({ test, lost, gained, product_names, test_names }: UnitChange): Judged[] {
  if (test === null) return [];
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
function judgePrepared({ test, after, gained, product_names }: UnitChange): Judged[] {
  const isNew = new Set(gained);
  if (test === null || !after.some((line) => asserts(line) && !isNew.has(line))) return [];
  return gained
    .filter((line) => CHANGES.test(line.text) && !asserts(line) && !isImport(line) && !line.declares)
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
function judgeValues({ test, lost, gained }: UnitChange): Judged[] {
  if (test === null) return [];
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
// a call, the statement of Python and Java, the report of Go
export const asserts = ({ text }: Line): boolean =>
  ASSERTS.test(text) || text.startsWith('assert ') || /^\w+\.(?:Error|Fatal)f?\(/.test(text);
const VALUE = /(["'`])(?:(?!\1).)*\1|(?<![\w$])\d[\w.]*/g;

/** A name that now comes from somewhere else. */
function judgeImports({ lost, gained }: UnitChange): Judged[] {
  const imports = { lost: lost.filter(isImport), gained: gained.filter(isImport) };
  return imports.lost.flatMap((before) => {
    const names = namesIn(before.text);
    const after = imports.gained.find(
      ({ text }) =>
        importSource(text) !== importSource(before.text) &&
        namesIn(text).some((name) => !FRAME.has(name) && names.includes(name)),
    );
    if (after === undefined) return [];
    return [
      {
        grade: 'review' as const,
        message: 'takes a name from elsewhere; make sure that it still is the product',
        at: after,
        before,
        after,
      },
    ];
  });
}

/** Where an import takes its names from, in any language; the whole statement if that is unclear. */
const importSource = (text: string): string =>
  SOURCES.map((source) => source.exec(text)?.[1]).find((found) => found !== undefined) ?? text;

const SOURCES: readonly RegExp[] = [
  /["'`]([^"'`]+)["'`]\)?$/,
  /^from ([\w.]+) import/,
  /^(?:pub )?use (.+?)::(?:\{.*\}|\w+|\*)$/,
  /^import (?:static )?([\w.]+)\.[\w*]+$/,
];

function judgeLost({ lost, gained }: UnitChange): Judged[] {
  const declared = gained.find((line) => line.declares);
  const before = lost.find(
    (line) => !isImport(line) && !CONDITION.test(line.text) && !(line.declares && isDeclaredAlike(line, declared)),
  );
  if (before === undefined) return [];
  const after = gained.find((line) => !isImport(line));
  const message = 'was rewritten although the product did not change; make sure that it checks as much as before';
  return [{ grade: 'review', message, at: after ?? before, before, after }];
}

/** Whether two declarations of a test differ only in its name and parameters. */
const isDeclaredAlike = (before: Line, after: Line | undefined): boolean =>
  after !== undefined && shapeOf(before.text) === shapeOf(after.text);

const shapeOf = (text: string): string =>
  text
    .replace(/->[^…]*?(?=:?…$)/, '')
    .replace(/\([^()]*\)(?=[^()]*…$)/, '')
    .replace(/(def|func|fn|void) \w+/, '$1');

// without it, more is built
const CONDITION = /^#!?\[cfg\(|^\/\/ ?(?:go:build|\+build)\b/;

/** New statements before old ones that use the same names. */
function judgeGained({ test, before, after, gained, test_names }: UnitChange): Judged[] {
  if (test === null) return judgeHelpers({ before, gained, test_names });
  const known = new Set(before.map(({ text }) => text));
  return gained.flatMap((line) => {
    if (!CHANGES.test(line.text) || ASSERTS.test(line.text) || line.declares) return [];
    const names = namesIn(line.text).filter((name) => !FRAME.has(name));
    const later = after.find(
      (other) =>
        other.line > line.line && known.has(other.text) && namesIn(other.text).some((name) => names.includes(name)),
    );
    if (later === undefined || !before.some(({ text }) => names.some((name) => namesIn(text).includes(name))))
      return [];
    const message = 'prepares something else than before; make sure that it checks as much as before';
    return [{ grade: 'review' as const, message, at: line, before: later, after: line }];
  });
}

/** New statements in existing helpers that make values alike. */
function judgeHelpers({ before, gained, test_names }: Pick<UnitChange, 'before' | 'gained' | 'test_names'>): Judged[] {
  const known = new Set(before.map(({ text }) => text));
  const usesNew = (text: string): boolean => CHANGES.test(text) && namesIn(text).some((name) => test_names.has(name));
  return gained
    .filter(({ text, guards }) => (normalizes(text) || usesNew(text)) && guards.some((guard) => known.has(guard)))
    .map((line) => ({
      grade: 'review' as const,
      message: 'may make values alike before they are compared; make sure that tests still tell right from wrong',
      at: line,
      after: line,
    }));
}

const normalizes = createPhrases({
  any: ['*sort(', '*sorted(', '*lower(', '*upper(', 'trim(', 'round(', 'floor(', 'replace(', 'filter(', 'abs('],
  python: ['strip(', 'casefold(', 'set(', 're.sub('],
  javascript: ['toLowerCase(', 'replaceAll(', 'toFixed(', 'normalize(', 'new Set('],
  go: ['sort.*(', 'slices.Sort*(', 'strings.To*(', 'strings.Trim*(', 'strings.Replace*('],
  rust: ['sort_*(', 'dedup*(', 'to_lowercase(', 'trim_*('],
  java: ['Collections.sort(', 'toLowerCase(', 'strip('],
});

const namesIn = (text: string): string[] => text.match(/(?<!["'\w])[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? [];
const ASSERTS = /^(?:await )?(?:[\w$]+\.)*(?:assert|expect|require|should)\w*[.(!]/i;
// an assignment, or a call for its effect
const CHANGES = /^[^=(]*[^=!<>(]=[^=>]|^(?:await )?[\w$.]+\(/;
const FRAME = new Set('import from use const let var mut require static as await self this t'.split(' '));
