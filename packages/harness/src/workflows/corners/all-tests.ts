import {
  type Change,
  createTestFileFilter,
  findGrammarInstall,
  listTree,
  type ObjectReader,
  takeInventory,
} from '@assay/detect';
import type { FileInventory } from '@assay/schema';
import { listTests } from './corner-tests.ts';
import type { readExpectations } from './expectations.ts';
import type { RanCorner } from './run-corner.ts';

const isTestFile = createTestFileFilter();

/** Whether the old tests pass on the new code, and all of them still exist and pass. */
export function isClean({ NN, NO }: { NN: RanCorner; NO: RanCorner }): boolean {
  const now = listTests(NN.report);
  const kept = [...listTests(NO.report).values()].every(
    ({ key, outcome }) => outcome !== 'passed' || now.get(key)?.outcome === 'passed',
  );
  const isGreen = ({ exit_code, report }: RanCorner): boolean =>
    exit_code === 0 && report !== null && report.failed + report.errored === 0;
  return kept && isGreen(NN) && isGreen(NO);
}

/** Whether fewer tests ran than the old test files have, so that the code may stop them. */
export function isSuspicious(
  inventory: Parameters<typeof readExpectations>[0] | null,
  { NO }: { NO: RanCorner },
): boolean {
  const written = inventory?.before.reduce((sum, { tests }) => sum + tests.length, 0) ?? 0;
  return NO.report === null || NO.report.truncated || NO.report.tests.length < written;
}

const MOST_TEST_FILES = 300;

/** The tests of a tree; undefined if they are too many, or cannot be read. */
export async function readTests(
  tree: string,
  { change: { git_dir }, reader }: { readonly change: Pick<Change, 'git_dir'>; readonly reader: ObjectReader },
): Promise<FileInventory[] | undefined> {
  const listed = (await listTree(tree, git_dir)).filter(({ path }) => isTestFile(path));
  if (listed.length > MOST_TEST_FILES || findGrammarInstall() !== undefined) return undefined;
  const texts = await Promise.all(
    listed.map(async ({ path, oid }) => [path, (await reader.read(oid)).content] as const),
  );
  return (await takeInventory(new Map(texts.map(([path, text]) => [path, { before: null, after: text }])))).after;
}

/** Whether a report has as many tests as the test files that did not change: code may end their process. */
export async function runsAll({ tree, report }: RanCorner, options: Parameters<typeof readTests>[1]): Promise<boolean> {
  const count = (path: string): number =>
    report?.tests.filter(({ file }) => file === undefined || file === path || file.endsWith(`/${path}`)).length ?? 0;
  const files = await readTests(tree, options);
  return files?.every(({ path, tests }) => tests.length <= count(path)) ?? true;
}
