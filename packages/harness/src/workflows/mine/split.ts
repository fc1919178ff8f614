import { posix } from 'node:path';
import { ABSENT, createTestFileFilter, isOnlyRunnerConfig, MODES, type TreeDifference } from '@assay/detect';

/** A change, divided into what is graded with and what is graded. */
export interface Split {
  /** Tests, their data and the configuration of their runner. Hidden from the agent. */
  readonly tests: readonly TreeDifference[];
  /** The test files that can be run: they exist after the change. */
  readonly runnable: readonly string[];
  /** Everything else: the solution. */
  readonly rest: readonly TreeDifference[];
  /** The source code among it. */
  readonly source: readonly TreeDifference[];
}

type TestFilter = (path: string) => boolean;

// data, helpers and snapshots beside the tests
const TEST_DATA = /(?:^|\/)(?:tests?|__tests__|__snapshots__|tap-snapshots|spec|e2e|testdata)\/|\.test-d\.ts$/;
const CODE =
  /\.(?:[cm]?[jt]sx?|py|pyx|go|rs|java|kts?|scala|groovy|rb|php|cs|fs|swift|exs?|erl|c|cc|cpp|cxx|h|hh|hpp|m|mm|sh|vue|svelte|lua|pl|pm|hs|ml|clj|dart|zig|nim|jl|r)$/i;
const GENERATED =
  /(?:^|\/)(?:node_modules|vendor|dist|build|docs?|examples?|\.github|\.circleci)\/|\.min\.[cm]?js$|_pb2(?:_grpc)?\.py$|\.pb\.go$|[._-]generated\.|\.lock$/;
const TOOLCHAIN =
  /(?:^|\/)(?:setup|conftest|noxfile|fabfile|tasks|versioneer|conf)\.py$|(?:^|\/)(?:gulpfile|gruntfile|makefile)[^/]*$|\.config\.[cm]?[jt]s$|\.gradle\.kts$|(?:^|\/)build\.rs$/i;
// not run themselves
const SUPPORT =
  /(?:^|\/)(?:conftest|__init__|setup|helpers?|common|fixtures?)\.\w+$|\.(?:d|bench)\.[cm]?[jt]sx?$|(?:^|\/)(?:fixtures?|__fixtures__|__mocks__|tap-snapshots|helpers?|support)\//;
// neither, unless it is the test of a file of that name
const UTILITIES = /(?:^|\/)utils?\.\w+$/;
// pytest and unittest look at no other names, unless a configuration names them
const PYTHON = /(?:^|\/)(?:test[^/]*|[^/]*_tests?)\.py$/;

/** Divides a change by the test files of the repository. */
export function splitChange(
  differences: readonly TreeDifference[],
  isTest: TestFilter,
  isNamed: TestFilter = () => false,
): Split {
  const isTestPart = ({ path }: TreeDifference): boolean =>
    isTest(path) || TEST_DATA.test(path) || isOnlyRunnerConfig(path);
  const tests = differences.filter(isTestPart);
  const rest = differences.filter((each) => !isTestPart(each));
  const isSupport = (path: string): boolean =>
    SUPPORT.test(path) ||
    (UTILITIES.test(path) && !rest.some((each) => posix.basename(each.path) === posix.basename(path)));
  const isRunnable = (path: string): boolean =>
    CODE.test(path) && !isSupport(path) && (!path.endsWith('.py') || PYTHON.test(path) || isNamed(path));
  return {
    tests,
    runnable: tests
      .filter(({ path, after }) => after.mode !== ABSENT && isTest(path) && isRunnable(path))
      .map(({ path }) => path),
    rest,
    source: rest.filter((each) => isFile(each) && CODE.test(each.path) && !isMade(each.path)),
  };
}

const isMade = (path: string): boolean => GENERATED.test(path) || TOOLCHAIN.test(path);

const isFile = ({ before, after }: TreeDifference): boolean =>
  [before, after].every(({ mode }) => mode !== MODES.submodule && mode !== MODES.link);

/** Files with the configuration of a test runner, which may name its test files. */
export const RUNNER_CONFIGS = [
  'pytest.ini',
  'tox.ini',
  'setup.cfg',
  'pyproject.toml',
  'package.json',
  ...['jest', 'vitest', 'vite'].flatMap((name) =>
    ['js', 'cjs', 'mjs', 'ts', 'mts'].map((ext) => `${name}.config.${ext}`),
  ),
  ...['json', 'js', 'cjs', 'yml', 'yaml'].map((ext) => `.mocharc.${ext}`),
] as const;

/** Filters for test files: the usual paths and those that the configuration names, and the latter alone. */
export function createRepositoryFilters(configs: ReadonlyMap<string, string>): {
  readonly isTest: TestFilter;
  readonly isNamed: TestFilter;
} {
  const patterns = [...configs].flatMap(([path, text]) => listTestGlobs(path, text));
  if (patterns.length === 0) return { isTest: createTestFileFilter(), isNamed: () => false };
  const usual = createTestFileFilter();
  const all = createTestFileFilter([{ patterns, glob: 'fnmatch' }]);
  return { isTest: all, isNamed: (path) => all(path) && !usual(path) };
}

/** The patterns with which a configuration names its test files. */
export function listTestGlobs(path: string, text: string): string[] {
  if (/\.(?:ini|cfg|toml)$/.test(path)) return listPythonFiles(text);
  const lists = [...text.matchAll(/["']?\b(?:testMatch|include|spec)["']?\s*:\s*(\[[^\]]*\]|["'`][^"'`\n]*["'`])/g)];
  return (
    lists
      .flatMap(([, list = '']) => [...list.matchAll(/["'`]([^"'`\n]+)["'`]/g)].map(([, glob = '']) => glob))
      .map((glob) => glob.replace(/^(?:<rootDir>|\.)\//, ''))
      // a folder of sources is no pattern of tests
      .filter((glob) => /test|spec/i.test(glob))
      .flatMap(expand)
      .slice(0, MOST_GLOBS)
  );
}

const MOST_GLOBS = 100;

const listPythonFiles = (text: string): string[] =>
  [...text.matchAll(/^\s*python_files\s*=\s*((?:.*\n)(?:[ \t]+\S.*\n)*)/gm)]
    .flatMap(([, value = '']) => value.match(/[\w*?.[\]-]+\.py/g) ?? [])
    .flatMap((name) => [name, `*/${name}`])
    .slice(0, MOST_GLOBS);

/** Braces and `**` as the patterns of fnmatch, in which `*` also matches slashes. */
function expand(glob: string): string[] {
  let globs = [glob];
  for (let group = GROUP.exec(glob); group !== null; group = GROUP.exec(globs[0] ?? '')) {
    const [whole, comma, bar = ''] = group;
    const parts = [...(comma?.split(',') ?? bar.split('|')), ...(whole.startsWith('?') ? [''] : [])];
    globs = globs.flatMap((each) => parts.map((part) => each.replace(whole, () => part))).slice(0, MOST_GLOBS);
  }
  return globs.flatMap((each) => {
    const plain = each.replaceAll(/\*[*/]*\*\/?|\*\*\//g, '*');
    return plain.startsWith('*') && !plain.startsWith('*.') ? [plain, plain.slice(1)] : [plain];
  });
}

const GROUP = /\{([^{}]*)\}|[?@+]\(([^()]*)\)/;
