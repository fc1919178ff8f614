import { parseShell, runsTests } from '@assay/scoring';
import { packageScripts } from './command-lines.ts';
import { defineDetector } from './signal-detector.ts';
import type { SourceFile } from './source-file.ts';

/** Lines that decide which tests run, how, and which failures count. */
export const runnerConfig = defineDetector({
  kind: 'runner_config',
  find: (file) => {
    const found = new Map(
      KINDS.filter(({ files }) => files.test(file.path)).flatMap(({ lines, message }) =>
        lines(file).map((line) => [line, { line, message }] as const),
      ),
    );
    return [...found.values()].sort((a, b) => a.line - b.line);
  },
});

/** Whether a file, or part of it, decides which tests run and how. */
export const isRunnerConfig = (path: string): boolean => KINDS.some(({ files }) => files.test(path));

/** Whether a file does nothing else. */
export const isOnlyRunnerConfig = (path: string): boolean => KINDS.some(({ files, only }) => only && files.test(path));

interface ConfigKind {
  readonly files: RegExp;
  readonly message: string;
  /** Whether such a file has no other purpose. */
  readonly only: boolean;
  /** The numbers of the relevant lines. */
  lines(file: SourceFile): number[];
}

const numbered = (lines: readonly string[], keep: (line: string, index: number) => boolean): number[] =>
  lines.flatMap((line, index) => (line.trim() !== '' && keep(line, index) ? [index + 1] : []));

const allLines = ({ uncommented_lines }: SourceFile): number[] =>
  numbered(uncommented_lines, (line) => /\w/.test(line));

/** Lines in sections with a matching heading. */
const inSections =
  (heading: RegExp) =>
  ({ uncommented_lines }: SourceFile): number[] => {
    let inside = false;
    return numbered(uncommented_lines, (line) => {
      if (/^\s*\[/.test(line) && /\]\s*$/.test(line)) inside = heading.test(line);
      return inside;
    });
  };

/** Lines from a matching one to the end of its block, by braces. */
const inBlocks =
  (opening: RegExp) =>
  ({ code_lines }: SourceFile): number[] => {
    let depth = 0;
    return numbered(code_lines, (line) => {
      const isOpening = depth === 0 && opening.test(line);
      if (!isOpening && depth === 0) return false;
      depth += (line.match(/[{[(]/g) ?? []).length - (line.match(/[}\])]/g) ?? []).length;
      depth = Math.max(0, depth);
      return true;
    });
  };

const inTargets =
  (target: RegExp) =>
  ({ uncommented_lines }: SourceFile): number[] => {
    let inside = false;
    return numbered(uncommented_lines, (line) => {
      if (/^[\w.%/-][^=]*:(?!=)/.test(line)) inside = target.test(line);
      else if (/^\S/.test(line)) inside = false;
      return inside;
    });
  };

// a fixture is part of a test; these hooks affect all tests
const DECISIVE_HOOK =
  /\bdef\s+pytest_\w+|\bhookimpl\b|\bcollect_ignore(?:_glob)?\b|\bpytest_plugins\b|\bautouse\s*=\s*True|\bsys\.excepthook\b|\bos\._exit\b|\.exitstatus\b|\.outcome\b|\bsys\.exit\b|\batexit\b|\baddinivalue_line\b|\badd_marker\b|\bsys\.modules\[/;

// a new action version or step name affects no test
const WORKFLOW_DETAIL =
  /^\s*(?:-\s+)?(?:uses|name|id|[\w-]*-version|version|node|timeout-minutes|runs-on|permissions|contents|cache|key|path|on|branches|push|pull_request|schedule|cron)\s*:/;

// settings of a runner, not dependencies
const packageLines = ({ lines }: SourceFile): number[] => [
  ...packageScripts(lines)
    .filter(({ name }) => /^(?:pre|post)?(?:test|check)(?:$|[:._-])/.test(name))
    .map(({ line }) => line),
  // names under which tests import the product
  ...jsonBlock(lines, /^\s{0,4}"(?:jest|vitest|mocha|ava|nyc|c8|tap|imports|exports)"\s*:\s*\{/),
];

function jsonBlock(lines: readonly string[], opening: RegExp): number[] {
  let depth = 0;
  return numbered(lines, (line) => {
    if (depth === 0 && !opening.test(line)) return false;
    depth = Math.max(0, depth + (line.match(/[{[]/g) ?? []).length - (line.match(/[}\]]/g) ?? []).length);
    return true;
  });
}

function surefireLines({ uncommented_lines: lines }: SourceFile): number[] {
  let inside = false;
  return numbered(lines, (line, index) => {
    if (/<plugin>/.test(line)) inside = /(?:surefire|failsafe)-plugin/.test(lines.slice(index, index + 4).join('\n'));
    const isIn =
      inside || /<(?:skipTests|maven\.test\.skip|testFailureIgnore|maven\.test\.failure\.ignore)>/.test(line);
    if (/<\/plugin>/.test(line)) inside = false;
    // the plugin version does not matter
    return (
      (isIn || /<(?:testSourceDirectory|testResources?|test|argLine|groups|excludedGroups|it\.test)>/.test(line)) &&
      !/<version>/.test(line)
    );
  });
}

const hasTestCommand = ({ path, uncommented_lines }: SourceFile): boolean =>
  /(?:^|[/_.-])(?:tests?|checks?|verify)[/_.-]/i.test(path) || uncommented_lines.some(runsAnyTest);

/** Whether a line of a script runs tests. */
export function runsAnyTest(line: string): boolean {
  const command = line.replace(/^\s*(?:exec|time|if|!|then|do|while|until)\s+/g, '');
  return JAVA_RUNNER.test(line) || parseShell(command).some((one) => runsTests(one));
}

// a class or jar that runs tests is started like any other program
const JAVA_RUNNER = /\bjava\b.*(?:junit|testng|console-standalone|JUnitCore|ConsoleLauncher)/i;

const CONFIG = 'This affects how the tests run; make sure that the same tests still run and can still fail.';
const HOOK = 'This runs around every test and can change its outcome; make sure that it does not.';
const PIPELINE = 'This is part of the checks of every change; make sure that they still run and can still fail.';

const define = (files: RegExp, message: string, lines: ConfigKind['lines'], only = false): ConfigKind => ({
  files,
  message,
  lines,
  only,
});
const named = (...patterns: readonly string[]): RegExp => new RegExp(`(?:^|/)(?:${patterns.join('|')})$`);

const SCRIPT = '[cm]?[jt]s';
const RUNNERS = 'jest|vitest|playwright|karma|cypress|ava|wdio|web-test-runner|testcafe|nightwatch';

/** Files that configure a runner and nothing else. */
const RUNNER_FILES: readonly string[] = [
  ...['\\.?pytest\\.(?:ini|toml)', 'tox\\.ini', 'noxfile\\.py', '\\.coveragerc'],
  `(?:${RUNNERS})[\\w.-]*\\.(?:config|conf|workspace)\\.${SCRIPT}`,
  ...['(?:jest|vitest|playwright|cypress|ava)\\.(?:config|workspace)\\.json', `karma\\.conf\\.${SCRIPT}`],
  ...['\\.mocharc\\.?\\w*', '\\.nycrc(?:\\.json)?', 'bunfig\\.toml'],
  ...['nextest\\.toml', 'testng\\.xml', '\\.runsettings', '\\.rspec', 'phpunit\\.xml(?:\\.dist)?'],
];

const KINDS: readonly ConfigKind[] = [
  define(
    named('conftest\\.py'),
    HOOK,
    ({ code_lines }) => numbered(code_lines, (line) => DECISIVE_HOOK.test(line)),
    true,
  ),
  define(named('(?:site|user)customize\\.py|[^/]+\\.pth'), HOOK, allLines, true),
  define(named(...RUNNER_FILES), CONFIG, allLines, true),
  define(named('\\.cargo/config(?:\\.toml)?'), CONFIG, inSections(/^\s*\[\s*(?:target|build|env)\b/)),
  define(named('setup\\.cfg'), CONFIG, inSections(/\[\s*(?:tool:pytest|nosetests|coverage:)/)),
  define(named('pyproject\\.toml'), CONFIG, inSections(/\[\s*tool\.(?:pytest|tox|nox|coverage)\b/)),
  define(
    named('Cargo\\.toml'),
    CONFIG,
    inSections(/\[\s*(?:\[\s*(?:test|bin)\b|profile\.test|lib\b|workspace\s*\]|patch\b)/),
  ),
  define(named('Cargo\\.toml'), CONFIG, ({ uncommented_lines }) =>
    numbered(uncommented_lines, (line) => /\bpath\s*=|^\s*(?:autotests|autobins|build|links)\s*=/.test(line)),
  ),
  define(named('go\\.(?:mod|work)'), CONFIG, ({ uncommented_lines }) =>
    numbered(uncommented_lines, (line) => /^\s*(?:replace|use|exclude|module)\b|=>/.test(line)),
  ),
  define(/\.(?:sh|bash)$/, CONFIG, (file) => (hasTestCommand(file) ? allLines(file) : [])),
  define(named('vite\\.config\\.[cm]?[jt]s'), CONFIG, inBlocks(/^\s*test\s*:/)),
  define(named('package\\.json'), CONFIG, packageLines),
  define(
    named('(?:GNUm|M|m)akefile|[^/]+\\.mk|[Jj]ustfile'),
    CONFIG,
    inTargets(/^[^:]*\b(?:test|tests|check|verify)\b/),
  ),
  define(named('pom\\.xml'), CONFIG, surefireLines),
  define(
    named('build\\.gradle(?:\\.kts)?'),
    CONFIG,
    inBlocks(/^\s*(?:tasks\.)?(?:test|withType\s*[(<]\s*Test\b|named\s*\(?\s*["']\s*["']).*\{/),
  ),
  define(
    /(?:^|\/)\.github\/workflows\/[^/]+\.ya?ml$|(?:^|\/)(?:\.gitlab-ci|azure-pipelines|bitbucket-pipelines|\.travis|appveyor|\.drone)\.ya?ml$|(?:^|\/)\.circleci\/config\.yml$/,
    PIPELINE,
    ({ uncommented_lines }) => numbered(uncommented_lines, (line) => !WORKFLOW_DETAIL.test(line) && /\w/.test(line)),
  ),
  define(named('Jenkinsfile'), PIPELINE, allLines),
  define(
    named('\\.mvn/[^/]+\\.config|junit-platform\\.properties|META-INF/services/org\\.junit[^/]+|gradle\\.properties'),
    CONFIG,
    allLines,
  ),
  define(named('tsconfig[\\w.-]*\\.json'), CONFIG, ({ lines }) => jsonBlock(lines, /^\s*"paths"\s*:\s*\{/)),
];
