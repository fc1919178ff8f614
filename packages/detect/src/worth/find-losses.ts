import type { Inventory, TestLoss } from '@assay/schema';
import { isRunByName, matchTests, placeTests, tokenize } from '@assay/scoring';
import { oneLine } from '../inventory/facts.ts';
import type { Outlines, TestReading } from '../inventory/inventory.ts';
import { findLanguage } from '../inventory/languages/index.ts';
import type { Line, Outline } from '../inventory/outline.ts';
import { accountForTests } from './accounted/account-for-tests.ts';
import { type ChangedText, judgeConfiguration } from './configuration/judge-configuration.ts';
import { judgeCopies, judgeShadows } from './configuration/shadows.ts';
import { judgeData } from './data.ts';
import { judgeDocTests } from './doc-tests.ts';
import { declaredName } from './guard.ts';
import { FAMILIES } from './index.ts';
import { judgeMoved } from './moved.ts';
import { judgeComparisons } from './product/accepts.ts';
import { changesProduct, createExplanation } from './product/explanation.ts';
import { findNewPlatforms } from './product/new-platforms.ts';
import { judgeProductData } from './product/product-data.ts';
import { isProduct } from './product/product-files.ts';
import { findNewNames, findRemovedNames } from './product/product-names.ts';
import { createStandInCheck } from './product/stand-ins.ts';
import { judgeSwitches } from './product/switches.ts';
import { createTested } from './product/tested.ts';
import { judgeProduct } from './product/unaware.ts';
import type { Declared } from './rename.ts';
import { judgeReplaced } from './replaced.ts';
import { createScope } from './scope.ts';
import { cancelAcross, compareUnit, type Unit, type UnitChange } from './unit-change.ts';

/** Everything that decides what a change does to its tests. */
export interface Sides {
  readonly reading: TestReading;
  /** The text of unchanged tests, and of changed ones as they were, by path. */
  readonly unchanged: ReadonlyMap<string, string>;
  readonly changed_tests: ReadonlyMap<string, string>;
  /** All unchanged paths. */
  readonly paths: ReadonlySet<string>;
  /** All changed texts by path. */
  readonly files: ReadonlyMap<string, ChangedText>;
}

/** What the tests of a change lost besides assertions. */
export function findLosses({
  reading,
  unchanged,
  changed_tests,
  paths,
  files,
}: Sides): Required<Pick<Inventory, 'losses' | 'accounted_tests' | 'removed_names' | 'new_platforms'>> {
  const known_tests = [...unchanged.values(), ...changed_tests.values()];
  // a file that moved is judged by its tests
  const test_paths = [...unchanged.keys(), ...changed_tests.keys()].filter(
    (path) => isRunByName(path) && findLanguage(path) !== undefined && files.get(path)?.after !== null,
  );
  const product = cancelAcross(
    listFiles(reading.product)
      .filter(({ path }) => isProduct(path))
      .map((unit) => ({ ...unit, ...compareUnit(unit, NO_NAMES) })),
  );
  const isExplained = createExplanation(product, reading.tests);
  const product_gained = product.flatMap(({ gained }) => gained);
  const product_names = findNewNames(product);
  const scope = createScope([...reading.tests.after.values()].flat());
  const old_lines = [...reading.tests.before.values()].flat();
  const old_scope = createScope(old_lines);
  const new_platforms = findNewPlatforms(reading, files);
  const used = listUsed(known_tests, old_lines);
  const removed_names = findRemovedNames(product);
  const declared = compareDeclared(old_lines, [...reading.tests.after.values()].flat(), removed_names);
  const compared = listUnits(reading).map((unit) => ({
    ...unit,
    ...compareUnit(unit, declared),
    product_changed: isExplained(unit),
    product_gained,
    product_names,
    test_names: declared.come,
    scope,
    old_scope,
    used,
    new_platforms,
  }));
  const units = cancelAcross(compared);
  const tested = createTested(known_tests);
  const hasNewMarker = createNewMarkerCheck(reading.inventory);
  const losses = [
    ...units.filter(isJudged).flatMap((unit) => judge(unit, hasNewMarker)),
    ...judgeConfiguration(files, { test_paths, test_texts: new Map([...unchanged, ...changed_tests]) }),
    ...judgeShadows(files, [...unchanged.keys(), ...listOld(files)]),
    ...judgeCopies(files, paths),
    ...judgeData(files, { known_tests, product_changed: changesProduct(product) }),
    ...judgeDocTests(files),
    ...judgeSwitches(product, { lines: units.filter(isJudged).flatMap(({ gained }) => gained), files }),
    ...judgeMoved(compared, units),
    ...judgeReplaced(units),
    ...judgeProduct(product, { tested, isStandIn: createStandInCheck(known_tests, product) }),
    ...judgeComparisons(product),
    ...judgeProductData(files, tested),
  ];
  const product_shrank = countLines(product, 'lost') > countLines(product, 'gained');
  return {
    losses,
    accounted_tests: accountForTests(units, {
      unchanged: [...unchanged.values()],
      written_data: listData(files),
      removed_names,
      product_shrank,
      removed_packages: listRemovedPackages(files),
    }),
    removed_names,
    new_platforms: [...new_platforms],
  };
}

const NO_NAMES: Declared = { gone: new Set(), come: new Set() };

function compareDeclared(before: readonly Line[], after: readonly Line[], removed_names: readonly string[]): Declared {
  const list = (lines: readonly Line[]): readonly string[] => lines.flatMap(({ text }) => declaredName(text) ?? []);
  const [old, now] = [new Set(list(before)), new Set(list(after))];
  return {
    gone: new Set([...removed_names, ...[...old].filter((name) => !now.has(name))]),
    come: new Set([...now].filter((name) => !old.has(name))),
  };
}

/** Paths of changed files that existed. */
const listOld = (files: ReadonlyMap<string, ChangedText>): readonly string[] =>
  [...files].flatMap(([path, { before }]) => (before === null ? [] : [path]));

const countLines = (changes: readonly Pick<UnitChange, 'lost' | 'gained'>[], side: 'lost' | 'gained'): number =>
  changes.reduce((sum, change) => sum + change[side].length, 0);

/** Folders below the root whose package is gone, with a slash at the end. */
const listRemovedPackages = (files: ReadonlyMap<string, ChangedText>): readonly string[] =>
  [...files].flatMap(([path, { after }]) => {
    const folder = after === null ? PACKAGE.exec(path)?.[1] : undefined;
    return folder === undefined ? [] : [folder];
  });

const PACKAGE = /^(.+\/)(?:package\.json|pyproject\.toml|go\.mod|Cargo\.toml|pom\.xml)$/;

/** The words of data files that the change wrote. */
const listData = (files: ReadonlyMap<string, ChangedText>): readonly string[] =>
  [...files].flatMap(([path, { after }]) =>
    after === null || findLanguage(path) !== undefined ? [] : tokenize(after, MOST_TOKENS),
  );

const MOST_TOKENS = 100_000;

function listUsed(known_tests: readonly string[], before: readonly Line[]): ReadonlySet<string> {
  const used = new Set(known_tests.flatMap((text) => text.match(/[\p{L}_$][\p{L}\p{N}_$]*/gu) ?? []));
  for (const { text } of before) used.delete(declaredName(text) ?? '');
  return used;
}

/** A new test cannot lose anything, and a removed one is lost as a whole. Code outside tests can take from others. */
const isJudged = ({ test, before, after }: UnitChange): boolean =>
  test === null || (before.length > 0 && after.length > 0);

type HasNewMarker = (path: string, line: Line | undefined) => boolean;

/** Creates a check for statements with a marker that is new: the inventory reports it. */
function createNewMarkerCheck({ before, after }: Inventory): HasNewMarker {
  const list = (files: Inventory['before']): Map<string, string[]> =>
    new Map(
      files.map(({ path, markers, tests }) => [
        path,
        [...markers, ...tests.flatMap((test) => test.markers)].map(({ text }) => withoutBlanks(text)),
      ]),
    );
  const [old, now] = [list(before), list(after)];
  return (path, line) => {
    if (line === undefined || !now.has(path)) return false;
    const text = withoutBlanks(line.text);
    return now.get(path)?.some((marker) => text.includes(marker) && !old.get(path)?.includes(marker)) ?? false;
  };
}

const withoutBlanks = (text: string): string => text.replaceAll(/\s+/g, '').replaceAll("'", '"');

function judge(change: UnitChange, hasNewMarker: HasNewMarker): TestLoss[] {
  const told = new Set<Line>();
  return FAMILIES.flatMap(({ aspect, judge: judgeChange }) =>
    judgeChange(change).flatMap(({ grade, message, at, before, after }) => {
      if (told.has(at) || (grade === 'review' && hasNewMarker(change.path, after))) return [];
      told.add(at);
      const subject = change.test === null ? 'code that the tests share' : `the test "${change.test}"`;
      return [
        {
          aspect,
          grade,
          path: change.path,
          line: at.line,
          test: change.test,
          message: `${subject}: ${message}`,
          ...(before === undefined ? {} : { before: oneLine(before.text) }),
          ...(after === undefined ? {} : { after: oneLine(after.text) }),
        },
      ];
    }),
  );
}

function listUnits({ inventory, tests: outlines }: TestReading): Unit[] {
  const { pairs, added, removed } = matchTests(placeTests(inventory.before), placeTests(inventory.after));
  const lines = { before: groupLines(outlines.before), after: groupLines(outlines.after) };
  const tests = pairs.map(({ before, after }) => ({
    test: after.test.name,
    path: after.path,
    was: { path: before.path, test: before.test.name },
    before: lines.before(before.path, before.test.name),
    after: lines.after(after.path, after.test.name),
  }));
  const born = added.map(({ path, test }) => ({
    test: test.name,
    path,
    before: [],
    after: lines.after(path, test.name),
  }));
  const gone = removed.map(({ path, test }) => ({
    test: test.name,
    path,
    before: lines.before(path, test.name),
    after: [],
  }));
  return [...tests, ...born, ...gone, ...listFiles(outlines)];
}

/** The code of files outside tests. */
function listFiles(outlines: Outlines): Unit[] {
  const lines = { before: groupLines(outlines.before), after: groupLines(outlines.after) };
  return [...new Set([...outlines.before.keys(), ...outlines.after.keys()])].map((path) => ({
    test: null,
    path,
    before: lines.before(path, null),
    after: lines.after(path, null),
    file: { before: outlines.before.get(path) ?? [], after: outlines.after.get(path) ?? [] },
  }));
}

type FindLines = (path: string, test: string | null) => readonly Line[];

function groupLines(outlines: ReadonlyMap<string, Outline>): FindLines {
  const groups = new Map([...outlines].map(([path, lines]) => [path, Map.groupBy(lines, ({ test }) => test)]));
  return (path, test) => groups.get(path)?.get(test) ?? [];
}
