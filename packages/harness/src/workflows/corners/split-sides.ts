import { posix } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { ABSENT, isRunnerConfig, type TreeDifference } from '@assay/detect';
import { createRepositoryFilters, RUNNER_CONFIGS, splitChange } from '../mine/split.ts';

/** A change, divided into the product and what tests it. */
export interface Sides {
  readonly tests: readonly TreeDifference[];
  readonly product: readonly TreeDifference[];
  /** The changed test files that can be run, before and after. */
  readonly files: { readonly before: readonly string[]; readonly after: readonly string[] };
  /** Whether more than these files depends on the test side, such as a helper, so that all tests have to run. */
  readonly is_shared: boolean;
  /** Whether anything in it can be run. */
  readonly runs_code: boolean;
}

// Python imports these on its own
const PRELOADED = /(?:^|\/)(?:(?:site|user)customize\.py|[^/]+\.pth)$/;
const DATA_OF_ONE = /(?:^|\/)__snapshots__\//;
// files with settings of the runner beside others, which are divided themselves
const MIXED = /(?:^|\/)(?:package\.json|pyproject\.toml|setup\.cfg|tox\.ini)$/;

interface SplitOptions {
  readonly configs: ReadonlyMap<string, string>;
  readonly texts: readonly string[];
  /** Test modules that were made of parts of files. */
  readonly made: ReadonlySet<string>;
}

/** Divides a change by what the test runner loads; `texts` are its configuration and scripts, old and new. */
export function splitSides(differences: readonly TreeDifference[], { configs, texts, made }: SplitOptions): Sides {
  const { isTest, isNamed } = createRepositoryFilters(configs);
  const together = texts.join('\n');
  const isLoaded = (path: string): boolean =>
    PRELOADED.test(path) || (isRunnerConfig(path) && !MIXED.test(path)) || isCalled(path, together);
  const isOwn = (path: string): boolean => made.has(path) || isTest(path);
  const { tests, runnable, source } = splitChange(differences, (path) => isOwn(path) || isLoaded(path), isNamed);
  const listed = new Set(tests);
  const old = splitChange(
    tests.map((each) => ({ ...each, after: each.before })),
    isOwn,
    isNamed,
  );
  const after = runnable.filter(isOwn);
  const files = new Set([...after, ...old.runnable]);
  return {
    tests,
    product: differences.filter((each) => !listed.has(each)),
    files: { before: old.runnable, after },
    runs_code: tests.length + source.length > 0 || differences.some(isMixed),
    is_shared: tests.some(({ path }) => !files.has(path) && !DATA_OF_ONE.test(path)),
  };
}

// a script or a setup file by its path, with or without an extension
function isCalled(path: string, texts: string): boolean {
  if (RUNNER_CONFIGS.some((name) => posix.basename(path) === name)) return false;
  const { dir, name, base } = posix.parse(path);
  return [base, posix.join(dir, name)].some((word) => /[./]/.test(word) && standsIn(word, texts));
}

function standsIn(word: string, text: string): boolean {
  for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1))
    if (!/[\w.-]/.test(text[at - 1] ?? '') && !/[\w-]/.test(text[at + word.length] ?? '')) return true;
  return false;
}

/** A file with settings of the runner beside others: the new one with the old settings of the runner, or the reverse. */
export function mergeMixed(path: string, { rest, runner }: { readonly rest: string; readonly runner: string }): string {
  return posix.basename(path) === 'package.json' ? mergePackage(rest, runner) : mergeSections(rest, runner);
}

export const isMixed = ({ path, before, after }: TreeDifference): boolean =>
  MIXED.test(path) && before.mode !== ABSENT && after.mode !== ABSENT;

const RUNNER_KEYS = ['scripts', 'jest', 'mocha', 'ava', 'tap', 'nyc', 'c8', 'vitest', 'jasmine', 'nodeArguments'];

function mergePackage(rest: string, runner: string): string {
  try {
    const [own, other] = [JSON.parse(rest), JSON.parse(runner)];
    // otherwise the layout would make another tree, which runs again
    if (isDeepStrictEqual(pick(own), pick(other))) return rest;
    for (const key of RUNNER_KEYS)
      if (other[key] === undefined) delete own[key];
      else own[key] = other[key];
    return `${JSON.stringify(own, null, 2)}\n`;
  } catch {
    return rest;
  }
}

const pick = (from: Readonly<Record<string, unknown>>) => RUNNER_KEYS.map((key) => from[key]);

const RUNNER_SECTION = /^\[+\s*(?:tool[.:])?(?:pytest|coverage|tox|testenv|nox|unittest|hatch\.envs|nose)/;

function mergeSections(rest: string, runner: string): string {
  const isRunners = (section: string): boolean => RUNNER_SECTION.test(section);
  const split = (text: string): string[] => text.split(/^(?=\[)/m);
  const [own, other] = [split(rest), split(runner).filter(isRunners)];
  if (isDeepStrictEqual(own.filter(isRunners), other)) return rest;
  return [...own.filter((each) => !isRunners(each)), ...other].join('\n');
}
