import type { FileInventory, TestAssertion } from '@assay/schema';
import { assertionCallee } from './effective-assertions.ts';
import type { Matching } from './match-tests.ts';
import { canFail } from './pair-assertions.ts';
import type { HelperPair } from './pair-helpers.ts';
import type { Helper, PlacedTest } from './placed-test.ts';
import { lastNamePart } from './words.ts';

/** A number of assertions, and the same plus one for each call of a helper that asserts on both sides. */
interface WrittenCount {
  readonly own: number;
  readonly with_calls: number;
}

export interface Written {
  readonly before: WrittenCount;
  readonly after: WrittenCount;
}

interface Compared extends Matching {
  readonly files: { readonly before: readonly FileInventory[]; readonly after: readonly FileInventory[] };
  readonly helpers: readonly HelperPair[];
  /** Whether to ignore helpers of new files. */
  readonly ignore_new_files: boolean;
}

/**
 * Counts the assertions written in the test files of both sides, each once. A helper's assertions are not counted again
 * per caller: one setup shared by many tests would outweigh all their own assertions.
 */
export function countWritten({ files, helpers, ignore_new_files, ...matching }: Compared): Written {
  const old = new Map(matching.pairs.map(({ before, after }) => [after, before]));
  const isRun = (placed: PlacedTest): boolean =>
    placed.test.disarmed === null || old.get(placed)?.test.disarmed === placed.test.disarmed;
  const before = [...matching.pairs.map((pair) => pair.before), ...matching.removed];
  const after = [...matching.pairs.map((pair) => pair.after), ...matching.added].filter(isRun);
  const known = new Set(files.before.map(({ path }) => path));
  const paired = new Set(helpers.map((pair) => pair.after.helper));
  const idle = new Set(findIdle(files.after, files.before));
  const isCounted = (path: string, helper: Helper): boolean =>
    paired.has(helper) || !(idle.has(helper) || (ignore_new_files && !known.has(path)));
  // no more uncalled helpers than before: they were only renamed
  if (sizeOf([...idle]) <= sizeOf(findIdle(files.before, files.after))) idle.clear();
  const counted = files.after.flatMap(({ path, helpers: all }) => all.filter((helper) => isCounted(path, helper)));
  const stayed = new Set(
    helpers
      .filter(({ before: { helper } }) => helper.assertions.length > 0)
      .map(({ before: { helper } }) => lastNamePart(helper.name)),
  );
  return {
    before: count({ tests: before, helpers: files.before.flatMap((file) => file.helpers) }, stayed),
    after: count({ tests: after, helpers: counted }, stayed),
  };
}

interface Told {
  /** How many more assertions were written before for what a refactoring states in fewer. */
  readonly explained: number;
  readonly losses: number;
  readonly gains: number;
}

/** How many assertions a change lost in total: those no longer written, unless refactorings account for all of them. */
export function countLost({ before, after }: Written, { explained, losses, gains }: Told): number {
  const own = before.own - after.own;
  // a test that no longer calls its helper lost assertions that are still written
  if (own === 0) return losses > 0 && gains === 0 ? Math.max(0, before.with_calls - after.with_calls) : 0;
  return own > explained ? Math.max(0, own) : 0;
}

interface Side {
  readonly tests: readonly PlacedTest[];
  readonly helpers: readonly Helper[];
}

const namesOf = (helpers: readonly Helper[]): ReadonlySet<string> =>
  new Set(helpers.map(({ name }) => lastNamePart(name)));

function count({ tests, helpers }: Side, names: ReadonlySet<string>): WrittenCount {
  const all = [...tests.map(({ test }) => test), ...helpers];
  const own = all.reduce((sum, { assertions }) => sum + assertions.filter(canFail).length, 0);
  return { own, with_calls: all.reduce((sum, code) => sum + countCalls(code, names), own) };
}

interface Code {
  readonly name: string;
  readonly assertions: readonly TestAssertion[];
  readonly calls?: readonly string[] | undefined;
}

/** Counts the helpers that code calls, without itself and without calls that count as assertions. */
function countCalls({ name, assertions, calls = [] }: Code, helpers: ReadonlySet<string>): number {
  const called = new Set(calls.map(lastNamePart).filter((call) => helpers.has(call)));
  called.delete(lastNamePart(name));
  for (const assertion of assertions) called.delete(lastNamePart(assertionCallee(assertion) ?? ''));
  return called.size;
}

/**
 * New helpers among tests that nothing calls: former tests that no runner finds, or code written only to be counted.
 * Files without tests are skipped, because their callers are unknown.
 */
function findIdle(files: readonly FileInventory[], others: readonly FileInventory[]): readonly Helper[] {
  const known = namesOf(others.flatMap(({ helpers }) => helpers));
  const called = new Set(
    files.flatMap(({ tests, helpers }) => [...tests, ...helpers].flatMap(({ calls = [] }) => calls.map(lastNamePart))),
  );
  const tested = new Set([...files, ...others].filter(({ tests }) => tests.length > 0).map(({ path }) => path));
  return files
    .filter(({ path }) => tested.has(path))
    .flatMap(({ helpers }) =>
      helpers.filter(({ name }) => !known.has(lastNamePart(name)) && !called.has(lastNamePart(name))),
    );
}

const sizeOf = (helpers: readonly Helper[]): number =>
  helpers.reduce((sum, { assertions }) => sum + assertions.length, 0);
