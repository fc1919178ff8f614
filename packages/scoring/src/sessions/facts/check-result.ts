import type { SessionCheck } from '@assay/schema';
import { commandLine } from '../../heuristic/call.ts';
import { readReport } from '../../reports/index.ts';
import { withoutColors } from '../../reports/text/lines.ts';
import type { SessionStep } from '../session.ts';
import { timedOut } from './outcome.ts';

type Result = SessionCheck['result'];

// the end has the result, the start has startup errors
const LONGEST_PART = 20_000;

/**
 * The result of a check.
 *
 *   could_not_run  a tool or module is missing, or no test ran
 *   failed         its report or its messages say so, or its exit code, unless a pipe hides that
 *   passed         its report or its messages say so; or exit code 0 that nothing hides; or a linter or type checker
 *                  that is silent; or a script that prints something else than an error
 *   unknown        otherwise, also when it was stopped for taking too long
 */
export function readCheckResult(kind: SessionCheck['kind'], step: SessionStep): Result {
  const { output, outcome } = step;
  if (outcome === 'no_result' || outcome === null || timedOut(step)) return 'unknown';
  const text = excerpt(output ?? '');
  if (SILENT.test(text) && selectsLines(step)) return 'unknown';
  const exit = exitEvidence(step);
  const written = READERS[kind](text, exit);
  if (written === 'passed' && exit === 'failed') return 'failed';
  return written ?? exit ?? 'unknown';
}

/** The result that the output of a check shows, whatever its exit code; null if it shows none. */
export const readWrittenResult = (kind: SessionCheck['kind'], output: string): Result | null =>
  READERS[kind](excerpt(output), null);

/** The tests that failed, if a report names them all. */
export function readFailures({ output }: SessionStep): ReadonlySet<string> | null {
  const report = readReport(excerpt(output ?? ''));
  if (report === null) return null;
  const failed = report.tests.filter(({ outcome }) => outcome === 'failed' || outcome === 'errored');
  return failed.length > 0 && failed.length >= report.failed + report.errored
    ? new Set(failed.map(({ name }) => name))
    : null;
}

const excerpt = (text: string): string =>
  withoutColors(text.length > 2 * LONGEST_PART ? `${text.slice(0, LONGEST_PART)}\n${text.slice(-LONGEST_PART)}` : text);

/** What the exit code says; null if it is unknown, or that of a filter or a later command. */
type Exit = 'passed' | 'failed' | null;

function exitEvidence({ call, outcome }: SessionStep): Exit {
  if (outcome === 'failed') return 'failed';
  return outcome === 'succeeded' && !isHidden(commandLine(call?.command ?? '')) ? 'passed' : null;
}

// `npm test | tail`, `npm test || true`, `npm test; echo done`
function isHidden(command: string): boolean {
  if (/\bpipefail\b/.test(command)) return false;
  const plain = command
    .slice(0, LONGEST_PART)
    .replace(/<<-?\s*['"]?(\w+)['"]?[\s\S]*?\n\s*\1\b/g, '')
    .replace(/'[^']*'|"(?:\\.|[^"\\])*"/g, "''")
    .replace(/^\s*(?:cd|export|source|\.|set)\s[^;&|\n]*[;\n]/gm, '')
    .trim()
    .replace(/;$/, '');
  return /\||;|\n/.test(plain);
}

// `npm run lint | grep any`: silence only says that no line matched
const selectsLines = ({ call }: SessionStep): boolean =>
  /\|\s*(?:e?grep|rg|awk|jq)\b/.test(commandLine(call?.command ?? '').slice(0, LONGEST_PART));

/** A check that was called in a way that it does not understand, or by a runtime that it does not support. */
const REFUSED =
  /^[\w./-]{1,80}: error: (?:unrecognized arguments|the following arguments are required|argument \S+: )|^error: (?:unrecognized subcommand|unexpected argument|unknown (?:option|command))|^ERROR: not found: |\bERR_PNPM_UNSUPPORTED_ENGINE\b|\bnpm (?:ERR!|error) (?:code )?EBADENGINE\b/m;
const MISSING =
  /(?:^|\n)(?:\/bin\/)?(?:ba|z|da)?sh: (?:line )?(?:\d+: ){0,2}[^\n:]{1,100}: not found|\bcommand not found\b|\bMissing script:|\bNo module named ['"]?(?:pytest|mypy|ruff|flake8|tox|nox|nose)|\bnpm (?:ERR!|error) could not determine executable|(?:^|\n)(?:bash|sh|zsh|python3?|node|env): [^\n]{0,200}(?:No such file or directory|can't open file)|\bcan't open file\b|(?:^|\n)\S*python[\d.]*: (?:No module named|Error while finding module)/i;
const NO_TESTS =
  /\bno tests? (?:ran|found|were found|files? found|to run|collected|specified|match(?:ed)?)\b|\bno test files\b|\bcollected 0 items\b|\/ 0 selected\b|^=+ \d+ deselected\b(?![^\n]*\b(?:passed|failed|errors?)\b)|\bRan 0 tests\b|\bno test suite found\b|\brunning 0 tests\b(?![\s\S]*\brunning [1-9])|\b0 passing\b(?![\s\S]*[1-9]\d* failing)|\b0 tests? (?:ran|executed|total)\b|file or directory not found: /im;
const NOT_COLLECTED =
  /\bERROR collecting\b|\bImportError while (?:loading conftest|importing test module)|\berrors? during collection\b/;
const MISSING_MODULE =
  /\bModuleNotFoundError\b|\bNo module named\b|\bCannot find (?:module|package)\b|\bcannot import name\b/;

const FAILED_TESTS =
  /\b[1-9]\d* (?:tests? )?(?:fail(?:ed|ing|ures?)?|errored)\b|\b(?:failures|errors|failed)(?:=|:\s*)[1-9]|^FAILED\b|^FAIL\b|^--- FAIL|^not ok \d|test result: FAILED|BUILD FAIL|\bTests failed\b|^# fail [1-9]|^E {3,}\S|\bAssertionError\b|\b\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]|\bpassed\b[^\n]{0,200}\b[1-9]\d* exceptions?\b/m;
const PASSED_TESTS =
  /\b[1-9]\d* (?:tests? )?pass(?:ed|ing)?\b|^OK(?: \(|$)|^ok\s+\S+|test result: ok|BUILD SUCCESS|\bTests run: [1-9]|^# pass [1-9]|\b0 failures\b|^\s*0 fail(?:ed)?$|\ball tests? pass(?:ed)?\b|^PASS\b/im;

// a program under test may print what looks like a failure, but the last line is the runner's
const ALL_PASSED = /\ball (?:\d+ )?tests? (?:have )?pass(?:ed)?\b[^\n]*\s*$/i;
const VERDICT = 300;

function readTests(text: string, exit: Exit): Result | null {
  const report = readReport(text);
  if (REFUSED.test(text) && (report === null || report.passed + report.failed === 0)) return 'could_not_run';
  // a program under test may print what looks like a failure
  if (exit === 'passed' && (report?.passed ?? 0) > 0) return 'passed';
  if (report !== null) {
    const { passed, failed, errored } = report;
    if (failed > 0) return 'failed';
    if (errored > 0)
      return passed === 0 && NOT_COLLECTED.test(text) && MISSING_MODULE.test(text) ? 'could_not_run' : 'failed';
    if (passed > 0) return 'passed';
  }
  if (NOT_COLLECTED.test(text)) return MISSING_MODULE.test(text) ? 'could_not_run' : 'failed';
  if (ALL_PASSED.test(text.slice(-VERDICT)) || (exit === 'passed' && PASSED_TESTS.test(text))) return 'passed';
  if (FAILED_TESTS.test(text)) return 'failed';
  if (PASSED_TESTS.test(text)) return 'passed';
  return NO_TESTS.test(text) || MISSING.test(text) || MISSING_MODULE.test(text) ? 'could_not_run' : null;
}

// package managers print the script that they run
const SILENT =
  /^(?:(?:\$|>) [^\n]*\n|\s)*(?:(?:\$|>) [^\n]*|\(?(?:bash|tool|command) (?:completed|ran|finished) with(?:out| no) (?:any )?output\)?|your command ran successfully and did not produce any output\.?|\(no output\)|\(bash completed with no output\))?\s*$/i;
const COMPLAINTS =
  /\berror TS\d+|\bFound [1-9]\d* errors?\b|\b[1-9]\d* (?:problems?|errors?|issues?|offenses?)\b|: error[:[ ]|^error(?:\[\w+\])?:|\bwould reformat\b|\bwould be reformatted\b|\bCode style issues\b|^\S+:\d+:\d+: [A-Z]\d{2,4}:? /m;
const CLEAN =
  /\bno issues found\b|\ball checks passed\b|\b0 (?:errors|problems|issues|offenses)\b|\bno (?:errors|problems|issues)\b|\bleft unchanged\b|\bAll matched files use\b|^Done in\b|\bChecked \d+ files? in\b|^Success\b/im;

// the analyzer of Dart counts hints as issues
const hasOnlyHints = (text: string): boolean =>
  /^\s*info [-•]/m.test(text) && !/^\s*(?:error|warning) [-•]/m.test(text);

function readLint(text: string): Result | null {
  if (SILENT.test(text)) return 'passed';
  if (MISSING.test(text) || REFUSED.test(text)) return 'could_not_run';
  // `1 problem (0 errors, 1 warning)`: a warning does not fail
  const withoutZero = text.replace(/\b\d+ problems? \(0 errors\b|\b0 (?:problems|errors|issues|offenses)\b/g, '');
  if (COMPLAINTS.test(withoutZero) && !hasOnlyHints(text)) return 'failed';
  return CLEAN.test(text) ? 'passed' : null;
}

const BROKEN =
  /^\S{1,300}\.\w{1,10}:\d+:\d+: (?!warning|note|info)|\bBUILD FAIL|\bFAILED\b|\bbuild failed\b|\berror TS\d+|: (?:fatal )?error[: ]|^error(?:\[\w+\])?:|\bFailed to compile\b|\*\*\* \[|npm ERR!|\bnpm error\b|\bcompil(?:e|ation)[ _](?:failed|error)|\bERROR in\b|\bSyntaxError\b|\bundefined reference\b|^\s*✘ \[ERROR\]/im;
const BUILT =
  /\bcompil(?:ed?|ation)[ _](?:ok|success\w*)\b|\bBUILD SUCCESS|\bCompiled successfully\b|\bbuilt in\b|\bbuild (?:succeeded|complete|completed|finished|successful)\b|^\s*Finished\b|\bBuilt target\b|\bSuccessfully built\b|✓ built|\bwebpack [\d.]+ compiled\b(?!\s+with [1-9]\d* errors?)|\bNothing to be done\b|\bis up to date\b/im;

function readBuild(text: string): Result | null {
  if (MISSING.test(text)) return 'could_not_run';
  if (BROKEN.test(text)) return 'failed';
  return BUILT.test(text) ? 'passed' : null;
}

const CRASHED =
  /^Traceback \(most recent call last\):|^(?:Uncaught )?(?:[A-Z]\w*(?:Error|Exception))\b|\bpanic: |\bSegmentation fault\b|^Exception in thread|^fatal error:|^\s+at .+:\d+:\d+\)?\s*$/m;

function readScript(text: string, exit: Exit): Result | null {
  // an error that the script reports and survives does not fail it
  if (exit === 'passed') return 'passed';
  if (MISSING.test(text)) return 'could_not_run';
  if (CRASHED.test(text)) return MISSING_MODULE.test(text) ? 'could_not_run' : 'failed';
  return text.trim() === '' ? null : 'passed';
}

const READERS: Readonly<Record<SessionCheck['kind'], (text: string, exit: Exit) => Result | null>> = {
  test: readTests,
  types: readLint,
  lint: readLint,
  build: readBuild,
  script: readScript,
};
