import { basename } from 'node:path/posix';
import { isRunnerConfig, runnerConfig } from '../../signals/runner-config.ts';
import { readSource } from '../../signals/source-file.ts';
import { blockAround, isOtherAction } from '../../signals/workflow-block.ts';
import { TEST_FOLDER } from '../data.ts';

/** A line of a file that says how tests run. */
export interface Setting {
  readonly line: number;
  readonly text: string;
}

/** The lines of a file that decide how tests run; of files with other purposes too, those that speak of tests. */
export function readSettings(path: string, text: string | null): Setting[] {
  if (text === null) return [];
  const file = isRunnerConfig(path) ? readSource(path, text, { existed: true }) : undefined;
  if (file === undefined) return isBuildFile(path) ? linesAboutTests(text) : [];
  return runnerConfig
    .find(file, { tests: [] })
    .filter(({ line }) => !isTolerantElsewhere(file.lines, line - 1))
    .map(({ line }) => ({ line, text: (file.lines[line - 1] ?? '').trim() }));
}

/** Whether a step may fail that runs no tests, such as an upload. */
const isTolerantElsewhere = (lines: readonly string[], index: number): boolean =>
  /^\s*continue-on-error:/.test(lines[index] ?? '') && isOtherAction(blockAround(lines, index));

const linesAboutTests = (text: string): Setting[] =>
  text.length > LARGEST
    ? []
    : text
        .split('\n')
        .flatMap((line, index) => (ABOUT_TESTS.test(line) ? [{ line: index + 1, text: line.trim() }] : []));

const LARGEST = 256 * 1024;
const ABOUT_TESTS = /(?:^|[^a-z])(?:tests?|specs?|junit|pytest|jest|vitest|mocha|surefire|testng)(?:$|[^a-z])/i;

/** Files of build tools and pipelines that start tests among other things, by name. */
const BUILD_FILES: Readonly<Record<string, readonly string[]>> = {
  python: ['setup.cfg', '.noserc', '.testr.conf', '.stestr.conf', 'tasks.toml', 'hatch.toml', 'Pipfile'],
  javascript: [
    'turbo.json',
    'nx.json',
    'project.json',
    'lerna.json',
    'deno.json',
    'deno.jsonc',
    'wireit.json',
    '.swcrc',
    '.npmrc',
  ],
  jvm: ['build.xml', 'build.sbt', 'settings.gradle', 'settings.gradle.kts', 'WORKSPACE'],
  dotnet: ['Directory.Build.props', 'Directory.Build.targets'],
  native: ['CMakeLists.txt', 'CMakePresets.json', 'meson.build', 'BUILD', 'BUILD.bazel', '.bazelrc'],
  ruby: ['Rakefile', 'Guardfile'],
  tasks: ['Taskfile.yml', 'Taskfile.yaml', 'Earthfile', 'Dockerfile', 'Procfile', '.pre-commit-config.yaml'],
  pipelines: ['cloudbuild.yaml', 'buildspec.yml', '.cirrus.yml', '.woodpecker.yml', 'wercker.yml', '.semaphore.yml'],
};
const NAMES = new Set(Object.values(BUILD_FILES).flat());
const KINDS = /\.(?:gradle|cmake|bzl|bazel|csproj|fsproj)$|^(?:docker-)?compose[\w.-]*\.ya?ml$/;

const isBuildFile = (path: string): boolean =>
  !TEST_FOLDER.test(path) && (NAMES.has(basename(path)) || KINDS.test(basename(path)));

/** Options that leave out tests by name, place or mark, or that execute none. */
const NARROWING_OPTIONS: Readonly<Record<string, readonly string[]>> = {
  pytest: [
    '-k',
    '(?<=\\b(?:pytest|py\\.test|addopts)\\b[^|;&]*|^|["\\[])-m',
    '--deselect',
    '--ignore',
    '--ignore-glob',
    '--collect-only',
    '--co',
    '--last-failed',
    '--lf',
  ],
  unittest: ['-p\\s*["\'][^"\']*\\*'],
  javascript: [
    ...[
      '-t',
      '-g',
      '--grep',
      '--fgrep',
      '--exclude\\S*',
      '--changed',
      '--onlyChanged',
      '--shard',
      '--filter',
      '--only\\S*',
    ],
    ...[
      '--test-?[nN]ame-?[pP]attern',
      '--test-?[pP]ath-?\\S*',
      '--test-?[sS]kip-?[pP]attern',
      '--testPathIgnorePatterns',
    ],
  ],
  go: ['-run', '--run', '-skip', '-list', '--list', '-short', '-overlay', '-tags'],
  rust: ['--skip', '--lib', '--doc', '--bins?', '--examples?', '--no-run'],
  java: ['-Dtest\\S*', '-DskipTests\\S*', '--select-\\S+', '--include-\\S+'],
};

/** Keys of settings with the same effect. */
const NARROWING_KEYS: Readonly<Record<string, readonly string[]>> = {
  pytest: [
    ...['testpaths', 'norecursedirs', 'python_files', 'python_classes', 'python_functions'],
    ...['collect_ignore', 'collect_ignore_glob', 'deselect', 'ignore-glob'],
  ],
  javascript: [
    ...['testMatch', 'testRegex', 'testPathIgnorePatterns', 'modulePathIgnorePatterns', 'testNamePattern'],
    ...['exclude', 'grep', 'ignore', 'spec'],
  ],
  rust: ['default-members', 'default-filter'],
  java: [
    ...['excludes', 'excludeTests?\\w*', 'excludedGroups', 'excludeTags', 'groups'],
    ...['includeTags', 'includeTestsMatching'],
  ],
};

const anyOf = (lists: Readonly<Record<string, readonly string[]>>): string => Object.values(lists).flat().join('|');

/** Tests are left out by name, place or mark, or nothing is executed. */
export const NARROWS: readonly RegExp[] = [
  new RegExp(`(?:^|[\\s"'=])(?:${anyOf(NARROWING_OPTIONS)})(?=$|[\\s="',:])`),
  // a program of that name, such as grep, is none
  new RegExp(`(?<!\\|\\s*|[\\w-])(?:${anyOf(NARROWING_KEYS)})\\b["']?\\s*[\\]>:=({ ](?!\\s*-)`),
  // targets and plugins that are switched off
  /\b(?:skipTests|maven\.test\.skip|skip)>\s*true|(?<!\.)\benabled\s*=(?!\s*["']?true)|\bonlyIf\b/,
  /\b(?:autotests|test|harness|doctest)\s*=\s*false|\brequired-features\b/,
  /\bcollect-only\b|\bno-run\b|-count[= ]0\b|\bdry-?run\b|\blist-?tests\b/i,
];

/** Settings with which failing tests give no failing status. */
export const HIDING_SETTINGS: readonly RegExp[] = [
  /\bcontinue-on-error:\s*true|\ballow_failure:\s*true|\bcontinueOnError:\s*true/i,
  /\bignore_?(?:failures|errors|exit_code|outcome)\b\s*[=:]?\s*(?:true|on)/i,
  /\btestFailureIgnore>\s*true|maven\.test\.failure\.ignore\b.*true/i,
  /^(?!.*\bafter_).*(?:\bset \+e\b|\bset \+o errexit\b)/,
  // an interpreter without assertions
  /\bpython[\d.]* (?:-\S+ )*-OO?\b|\bPYTHONOPTIMIZE\b|\bjava\b.* -(?:da|disableassertions)\b/,
  /\b(?:passWithNoTests|dangerouslyIgnoreUnhandledErrors|pass-with-no-tests|if-present)\b(?!["']?\s*[:=]\s*false)/,
  /\bexit-?zero\b|\bsuppress-no-test-exit-code\b|^exit 0$|process\.exit\(0\)/,
  /\brunner\s*=\s*.*\b(?:true|echo)\b|^RUNNER\b.*\btrue\b/i,
  /\bexitCode\b|\bexitstatus\b|\b_exit\(/,
];

/** Words that change what is printed, measured or cached, or how fast tests run, but not which can fail. */
const NEUTRAL_OPTIONS: readonly string[] = [
  ...['v+', 'verbose', 'quiet', 'q', 'colou?r\\S*', 'durations\\S*', 'report\\S*', 'tb\\S*', 'log\\S*', 'output\\S*'],
  ...[
    '(?:no-)?cov\\S*',
    'doctest\\S*',
    'count=[1-9]\\d*',
    'race',
    'timeout\\S*',
    'strict\\S*',
    'shuffle\\S*',
    'cache\\S*',
  ],
  ...['parallel\\S*', 'jobs?\\S*', 'j\\d*', 'n', 'numprocesses\\S*', 'workspace', 'all\\S*', 'retries\\S*'],
  ...['locked', 'offline', 'frozen\\S*'],
];
const NEUTRAL_KEYS: readonly string[] = [
  ...['\\S*version\\S*', 'matrix', 'timeout\\S*', 'reporters?\\S*', 'verbose\\S*', 'colou?r\\S*', 'cache\\S*'],
  ...['threads\\S*', 'thresholds?\\S*', '(?:collect)?coverage\\S*', 'true'],
  // managers of packages, entries of a package that was built
  ...['p?npm', 'yarn', 'run', 'import', 'require', 'types', 'default', 'node', 'browser'],
  '\\.\\/(?:dist|build|lib|esm|cjs|out|types)\\/\\S*',
  // versions of Python, arguments that tox passes on, a section
  ...['envlist', 'py(?:py)?[\\d.]*', '\\{posargs\\S*', '\\[\\w+\\]', 'addopts'],
  // numbers and punctuation, an action at a version
  ...['[\\d.,:\'"{}[\\]()=%-]+', '[\\w-]+\\/[\\w-]+@\\S+'],
];
const NEUTRAL = new RegExp(`^(?:-{1,2}(?:${NEUTRAL_OPTIONS.join('|')})|${NEUTRAL_KEYS.join('|')})$`, 'i');

/** Whether two versions of settings differ only in such words. */
export function isNeutral(added: readonly Setting[], removed: readonly Setting[]): boolean {
  const words = (settings: readonly Setting[]): string[] =>
    settings.flatMap(({ text }) =>
      text
        .replace('py.test', 'pytest')
        .split(/[\s"',]+/)
        .filter((word) => word !== ''),
    );
  const known = new Set(words(removed));
  const now = new Set(words(added));
  const different = [
    ...words(added).filter((word) => !known.has(word)),
    ...[...known].filter((word) => !now.has(word)),
  ];
  return different.every((word) => NEUTRAL.test(word));
}
