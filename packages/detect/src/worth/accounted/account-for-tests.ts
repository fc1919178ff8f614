import type { AccountedTest } from '@assay/schema';
import { isLiteral, tokenize } from '@assay/scoring';
import type { Line } from '../../inventory/outline.ts';
import { declaredName, guardKind } from '../guard.ts';
import { createScope, type Scope } from '../scope.ts';
import { asserts, namesIn } from '../statements.ts';
import type { UnitChange } from '../unit-change.ts';
import { ASSERTS, callsIn } from './calls.ts';
import { isAboutRemovedCode, isRepeatedIn, isWhole, losesNothing, losesOnlySetUp } from './harmless.ts';

// long lines are tables of data
const MOST_TOKENS = 4000;

interface Surroundings {
  /** The text of unchanged tests. */
  readonly unchanged: readonly string[];
  readonly removed_names: readonly string[];
  /** The words of data files that the change wrote. */
  readonly written_data: readonly string[];
  /** Whether the product lost more statements than it gained. */
  readonly product_shrank: boolean;
  /** Folders of packages that are gone. */
  readonly removed_packages: readonly string[];
}

/**
 * Tests whose losses the rest of the change may explain: their statements are all still there, their calls and values
 * are in what was written instead, or they tested code that is gone.
 */
export function accountForTests(
  units: readonly UnitChange[],
  { unchanged, written_data, removed_names, product_shrank, removed_packages }: Surroundings,
): AccountedTest[] {
  const scope = units[0]?.scope ?? createScope([]);
  const gained = units.flatMap((unit) => unit.gained).filter((line) => isReached(line, scope));
  const written = new Set([...gained.flatMap(({ text }) => tokenize(text, MOST_TOKENS)), ...written_data]);
  const texts = [...written].filter((word) => /^["'`]/.test(word));
  const cells = new Set(texts.flatMap((text) => text.slice(1, -1).split(/[\s,;|]+/)));
  // a value may be part of a pattern, a cell of a table, or put together from one
  const parts = [...new Set([...cells, ...texts.map((text) => text.slice(1, -1))])]
    .filter((part) => part.length >= SHORTEST_PIECE)
    .slice(0, MOST_PIECES);
  const isInText = (value: string): boolean =>
    NUMBER.test(value)
      ? texts.some((text) => text.match(NUMBERS)?.includes(value))
      : value.length >= SHORTEST_PART
        ? texts.some((text) => text.includes(value.slice(1, -1)))
        : cells.has(value.slice(1, -1));
  const isCut = (value: string): boolean =>
    parts.some((part) => part.length * 2 >= value.length - 2 && value.includes(part));
  const removed = new Set(removed_names);
  // what new tests ask for: an input that the product answers in another way now
  const born_values = new Set(
    units
      .filter(({ test, before }) => test !== null && before.length === 0)
      .flatMap(({ gained }) => gained.flatMap(({ text }) => tokenize(text, MOST_TOKENS).filter(isTelling))),
  );
  const isCopied = createCopyCheck(units);
  const byPath = Map.groupBy(units, ({ path }) => path);
  const words_left = new Map<string, ReadonlySet<string>>();
  const listLeft = (path: string): ReadonlySet<string> => {
    const found = words_left.get(path) ?? listWords((byPath.get(path) ?? []).flatMap((unit) => unit.after));
    words_left.set(path, found);
    return found;
  };
  const helpers = units.filter(({ test }) => test === null);
  const are_helpers_same = helpers.every(losesNothing);
  const are_helpers_of_removed =
    removed.size > 0 && helpers.every((unit) => losesNothing(unit) || isAboutRemovedCode(unit, removed));
  // what they did may be written in the tests now
  const lost_helpers = new Set(helpers.flatMap(({ lost }) => lost.flatMap(({ text }) => declaredName(text) ?? [])));
  // a script that another process executes
  const scripts = gained
    .filter(({ text }) => text.includes('\n'))
    .map(({ text }) => new Set(text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu)));
  const isInScript = (checks: readonly Line[]): boolean => {
    const names = checks.flatMap(({ text }) => namesIn(text)).filter((name) => !ASSERTS.test(name));
    return names.length > 0 && scripts.some((script) => names.every((name) => script.has(name)));
  };
  return units.flatMap(
    ({ test, path, was, before, after, lost, gained: own, moved, product_changed }): AccountedTest[] => {
      if (test === null || before.length === 0) return [];
      const place = was ?? { path, test };
      if (own.length === 0 && losesNothing({ lost, moved })) {
        if (are_helpers_same) return [{ ...place, by: 'same_statements' }];
        return are_helpers_of_removed ? [{ ...place, by: 'removed_code' }] : [];
      }
      if (after.length === 0 && (isCopied(before) || isIn(before, unchanged))) return [{ ...place, by: 'copied' }];
      const checks = lost.filter(asserts);
      if (losesOnlySetUp(lost, before) || (own.length === 0 && lost.length > 0 && lost.every(isRepeatedIn(before))))
        return [{ ...place, by: 'same_statements' }];
      const checked = lost.filter((line) => !line.declares && !NO_CHECK.test(line.text));
      const words = checked.flatMap((line) => tokenize(line.text, MOST_TOKENS));
      const values = words.filter((word) => isLiteral(word) && !TRIVIAL.test(word));
      // what a removed test called may be called by another one, with its values as data
      const left = after.length > 0 ? listWords(after) : listLeft(path);
      const isWritten = (word: string): boolean => written.has(word) || left.has(word);
      if (
        values.length > 0 &&
        values.every((word) => written.has(word) || isInText(word) || isCut(word)) &&
        callsIn(checked).every((name) => isWritten(name) || lost_helpers.has(name))
      )
        return [{ ...place, by: 'same_values' }];
      // what replaces half of the statements, together with the product, is a new version of the test
      const isReplaced =
        after.length > 0 &&
        own.length > 0 &&
        (isWhole(checks, own, scope) ||
          values.every(isWritten) ||
          isInScript(checks) ||
          (product_changed && own.length * 2 >= lost.length));
      if (isReplaced) return [{ ...place, by: 'rewritten' }];
      const isGone = product_shrank || removed_packages.some((folder) => place.path.startsWith(folder));
      const isOtherwise = after.length === 0 && product_changed && values.some((word) => born_values.has(word));
      const isAboutRemoved = (after.length === 0 && isGone) || isOtherwise || words.some((word) => removed.has(word));
      return isAboutRemoved ? [{ ...place, by: 'removed_code' }] : [];
    },
  );
}

const listWords = (lines: readonly Line[]): ReadonlySet<string> =>
  new Set(lines.flatMap(({ text }) => tokenize(text, MOST_TOKENS)));

/** Whether nothing keeps a statement from being executed, or its failure from counting. */
const isReached = ({ guards }: Line, scope: Scope): boolean =>
  guards.every((guard) => !['idle', 'fixed_condition', 'handler'].includes(guardKind(guard, scope)));

// always fails and says why, or says when the test makes sense
const NO_CHECK = /^(?:\w+\.)?assume\w*\(|^(?:\w+\.)?fail\(|^\w+\.(?:Error|Fatal)f?\(/;

const SHORTEST_PIECE = 4;
const MOST_PIECES = 2000;
// with its quotes
const SHORTEST_PART = 6;
const NUMBER = /^\d{2,}$/;
const NUMBERS = /\d+/g;

const isTelling = (word: string): boolean => isLiteral(word) && word.length >= SHORTEST_PART;

// values that are in every test
const TRIVIAL = /^(?:[01]|""|''|True|False|true|false|None|null|nil)$/;

/** Creates a check whether another test has all statements of a removed one. */
function createCopyCheck(units: readonly UnitChange[]): (before: readonly Line[]) => boolean {
  const tests = units.filter(({ test }) => test !== null).map(({ after }) => new Set(after.map(({ text }) => text)));
  const byText = new Map<string, ReadonlySet<string>[]>();
  for (const texts of tests)
    for (const text of texts) {
      const others = byText.get(text);
      if (others === undefined) byText.set(text, [texts]);
      else if (others.length < MOST_TESTS) others.push(texts);
    }
  return (before) => {
    const body = before.filter(({ declares }) => !declares);
    const checks = body.filter(asserts);
    // what it checks is what a copy has to check; the rest may have been moved or renamed
    const own = (checks.length > 1 ? checks : body).map(({ text }) => text);
    return (byText.get(own[0] ?? '') ?? []).some((texts) => own.every((text) => texts.has(text)));
  };
}

// of tests that start alike
const MOST_TESTS = 1000;

/** Whether an unchanged test file has all statements of a removed test. */
function isIn(before: readonly Line[], unchanged: readonly string[]): boolean {
  const parts = before.filter(({ declares }) => !declares).flatMap(({ text }) => text.split('…').map(withoutBlanks));
  return (
    parts.length > 0 &&
    unchanged.some((text) => {
      const code = withoutBlanks(text);
      return parts.every((part) => code.includes(part));
    })
  );
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s+|,(?=\s*[)\]}])/g, '').replaceAll("'", '"');
