import { breakTests, isSameTest, mayHoldTests, type ObjectStore } from '@assay/detect';
import type { FileState, TestReport } from '@assay/schema';
import type { CleanTree } from './clean-tree.ts';

const MOST_SEARCHED = 2000;
const MOST_PARSED = 200;
const LARGEST_BYTES = 1024 * 1024;

/** A clean checkout in which tests that pass must fail. */
export interface Control {
  readonly tree: CleanTree;
  /** The tests that must fail, by their names in the report; empty if it has none. */
  readonly broken: readonly string[];
}

interface ControlOptions {
  /** What the tests reported in the clean checkout, and at the baseline. */
  readonly report: TestReport;
  readonly before: TestReport | null;
  /** Paths that the command takes from the baseline. */
  readonly restore: readonly string[];
}

/**
 * Breaks the tests whose success counts: those the change made pass, or all that pass if there are none, or every test
 * if the report has no names. Null if none of them is found in a test file.
 */
export async function planControl(
  clean: CleanTree,
  { report, before, restore }: ControlOptions,
): Promise<Control | null> {
  const passed = listPassed(report);
  const known = new Set(before === null ? [] : listPassed(before));
  const turned = passed.filter((name) => !known.has(name));
  const wanted = turned.length > 0 ? turned : passed;
  const files = new Map(clean.files);
  for (const path of restore) restoreFiles(files, { path, baseline: clean.baseline.files });
  const broken = new Set<string>();
  let changed = 0;
  for await (const { path, state, broken: text, names } of findTestFiles(files, { store: clean.store, wanted })) {
    changed += 1;
    files.set(path, writeFile(text, { state, store: clean.store }));
    for (const name of names) broken.add(name);
  }
  return changed === 0 ? null : { tree: { ...clean, files }, broken: [...broken] };
}

const listPassed = ({ tests }: TestReport): string[] =>
  tests.filter(({ outcome }) => outcome === 'passed').map(({ name }) => name);

function restoreFiles(
  files: Map<string, FileState>,
  { path, baseline }: { readonly path: string; readonly baseline: ReadonlyMap<string, FileState> },
): void {
  const isInside = (each: string): boolean => each === path || each.startsWith(`${path}/`);
  for (const each of [...files.keys()].filter(isInside)) files.delete(each);
  for (const [each, state] of baseline) if (isInside(each)) files.set(each, state);
}

interface SearchOptions {
  readonly store: ObjectStore;
  /** The names of tests in a report; any test if there are none. */
  readonly wanted: readonly string[];
}

interface TestFile {
  readonly path: string;
  readonly state: FileState;
  readonly text: string;
  /** The text with its tests made to fail. */
  readonly broken: string;
  /** The wanted tests in it. */
  readonly names: readonly string[];
}

/** The files that hold a wanted test. Only those in which a word of its name occurs are parsed. */
export async function* findTestFiles(
  files: ReadonlyMap<string, FileState>,
  { store, wanted }: SearchOptions,
): AsyncGenerator<TestFile> {
  const words = [...new Set(wanted.flatMap(listSearchWords))];
  const candidates = [...files].filter(
    ([path, { kind, size_bytes }]) => kind === 'file' && size_bytes <= LARGEST_BYTES && mayHoldTests(path),
  );
  let parsed = 0;
  for (const [path, state] of candidates.slice(0, MOST_SEARCHED)) {
    const text = (await store.read(state.oid)).toString('utf8');
    if (wanted.length > 0 && !words.some((word) => text.includes(word))) continue;
    const found = await breakTests(path, text);
    const names = wanted.filter((name) => found?.tests.some((test) => isSameTest(name, test)));
    if (found !== undefined && (names.length > 0 || wanted.length === 0))
      yield { path, state, text, broken: found.text, names };
    parsed += 1;
    if (parsed === MOST_PARSED) return;
  }
}

/** Words of a reported name that its test file has: the last one, and the last before the values of its parameters. */
export const listSearchWords = (name: string): string[] =>
  [name, name.replace(/\[[\s\S]*$/, '')].flatMap((part) => part.match(/\w{3,}/g)?.at(-1) ?? []);

/** Stores another content of a file. */
export function writeFile(
  text: string,
  { state, store }: { readonly state: FileState; readonly store: ObjectStore },
): FileState {
  const content = Buffer.from(text);
  return { ...state, oid: store.write('blob', content), size_bytes: content.length };
}
