import { isImport, type Line } from '../inventory/outline.ts';
import { defineFamily, type Judged } from './family.ts';
import { createPhrases } from './phrases.ts';
import { asserts, changes, namesIn } from './statements.ts';
import type { UnitChange } from './unit-change.ts';

/**
 * What nothing explains: statements that existing tests rest on changed, although what they test did not. It may be a
 * refactoring; a person has to see it.
 */
export const rewritten = defineFamily({
  aspect: 'about_subject',
  judge: (change) =>
    change.product_changed ? [] : [...judgeImports(change), ...judgeLost(change), ...judgeGained(change)].slice(0, 1),
});

/** A name that now comes from somewhere else. */
function judgeImports({ lost, gained }: UnitChange): Judged[] {
  const imports = { lost: lost.filter(isImport), gained: gained.filter(isImport) };
  return imports.lost.flatMap((before) => {
    const names = importedNames(before.text);
    const after = imports.gained.find(
      ({ text }) =>
        importSource(text) !== importSource(before.text) &&
        importedNames(text).some((name) => !FRAME.has(name) && names.includes(name)),
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

/** What an import brings, without where it takes it from. */
const importedNames = (text: string): string[] => namesIn(text.replace(PLACE, '$1$2$3'));
// `from a.b import c`, `import static a.b.c`, `use a::b::{c, d}`
const PLACE = /^(?:from\b[\s\w.]*?import\b(.*)|import (?:static )?(?:\w+\.)+(\w+)$|(?:pub )?use (?:\w+::)+(.*))$/;

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
  const message =
    'was rewritten although the product that it uses did not change; make sure that it checks as much as before';
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
    if (!changes(line.text) || asserts(line) || line.declares) return [];
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
  const usesNew = (text: string): boolean => changes(text) && namesIn(text).some((name) => test_names.has(name));
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

const FRAME = new Set('import from use const let var mut require static as await self this t'.split(' '));
