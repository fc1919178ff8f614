import type { SessionCheck, Verification } from '@assay/schema';
import { shorten } from '../../insights/quote-call.ts';
import type { SessionStep } from '../session.ts';
import type { Change } from './changes.ts';
import type { FoundCheck } from './checks.ts';

/** The state of the last change of code, why, and the checks that decide. */
export interface VerificationState {
  readonly verification: Verification;
  readonly reason: string;
  readonly deciding: readonly FoundCheck[];
  /** The checks after the last change; all of them if nothing was changed. */
  readonly after: readonly FoundCheck[];
  /** The last check before the change: a test run, else any. */
  readonly earlier: FoundCheck | undefined;
}

/**
 * Verification of the last change of code, from the checks after it. Each check counts with its last result; of the
 * scripts, only the last one counts. A check that fails only in tests that failed before the first change says nothing.
 *
 *   no_change      no code was changed: nothing at all, or only tests, scratch files and prose
 *   red            a check failed
 *   verified       a test suite passed
 *   probed         a script, build, type check or linter passed
 *   could_not_run  checks were tried, and none could run
 *   unchecked      nothing with a known result ran
 */
export function verifyLastChange(
  steps: readonly SessionStep[],
  changes: readonly Change[],
  checks: readonly FoundCheck[],
): VerificationState {
  const change = changes.findLast(({ isCode }) => isCode);
  if (change === undefined)
    return {
      verification: 'no_change',
      reason: describeNoChange(changes),
      deciding: [],
      after: checks,
      earlier: undefined,
    };
  const position = new Map(steps.map((step, index) => [step, index]));
  const from = position.get(change.step) ?? -1;
  const name = nameChange(change);
  const isAfter = (check: FoundCheck) =>
    check.step === change.step ? check.position > change.last : (position.get(check.step) ?? -1) > from;
  const after = checks.filter(isAfter);
  const before = checks.filter((check) => !isAfter(check));
  const earlier = before.findLast(({ kind }) => kind === 'test') ?? before.at(-1);
  const start = position.get(changes.find(({ isCode }) => isCode)?.step ?? change.step) ?? -1;
  const older = findOlderFailures(checks.filter(({ step }) => (position.get(step) ?? start) < start));
  const results = lastResults(after);
  const last = results.filter(
    ({ name: check, failures }) => failures === null || ![...failures].every((test) => older.get(check)?.has(test)),
  );
  const having = (result: SessionCheck['result']) => last.filter((check) => check.result === result);
  const decide = (verification: Verification, deciding: readonly FoundCheck[], words: string): VerificationState => ({
    verification,
    reason: deciding.length === 0 ? words : `${words}: ${quoteChecks(deciding)}`,
    deciding,
    after,
    earlier,
  });
  const [failed, passed, broken] = [having('failed'), having('passed'), having('could_not_run')];
  if (failed.length > 0) return decide('red', failed, `failed after the last change${name}`);
  const suites = passed.filter(({ kind }) => kind === 'test');
  if (suites.length > 0) return decide('verified', suites, `passed after the last change${name}`);
  if (passed.length > 0) return decide('probed', passed, `no test suite, but this passed after the last change${name}`);
  if (broken.length > 0) return decide('could_not_run', broken, `could not run after the last change${name}`);
  if (results.length > 0)
    return decide('unchecked', results, 'failed only in tests that failed before the first change');
  return decide('unchecked', [], describeUnchecked(name, after, earlier));
}

function lastResults(checks: readonly FoundCheck[]): FoundCheck[] {
  const known = checks.filter(({ result }) => result !== 'unknown');
  const last = [...new Map(known.map((check) => [check.name, check])).values()];
  const isCovered = (check: FoundCheck): boolean =>
    known.slice(known.indexOf(check) + 1).some((later) => later.result === 'passed' && covers(later, check));
  return last.filter((check) => check.result === 'passed' || !isCovered(check));
}

/** Whether a test run contains another of the same runner: `pytest tests/a.py` contains `pytest tests/a.py::b`. */
function covers(whole: FoundCheck, part: FoundCheck): boolean {
  if (whole.kind !== 'test' || part.kind !== 'test') return false;
  const [wide, narrow] = [splitName(whole), splitName(part)];
  return (
    wide.runner === narrow.runner &&
    wide.options.every((option) => narrow.options.includes(option)) &&
    // without operands, a runner runs everything
    (wide.operands.length === 0 ||
      (narrow.operands.length > 0 &&
        narrow.operands.every((word) => wide.operands.some((start) => isWithin(word, start)))))
  );
}

function splitName({ name }: FoundCheck): { runner: string; options: string[]; operands: string[] } {
  const [runner = '', ...words] = name.split(' ');
  const options = words.filter((word) => word.startsWith('-'));
  return { runner, options, operands: words.filter((word) => !word.startsWith('-')) };
}

const isWithin = (word: string, start: string): boolean =>
  word === start || (word.startsWith(start) && /^[/.:]/.test(word.slice(start.replace(/\/$/, '').length)));

/** The tests of each check that failed before the first change of code. */
function findOlderFailures(checks: readonly FoundCheck[]): ReadonlyMap<string, ReadonlySet<string>> {
  const older = new Map<string, Set<string>>();
  for (const { name, failures } of checks)
    for (const test of failures ?? []) older.set(name, (older.get(name) ?? new Set()).add(test));
  return older;
}

function describeNoChange(changes: readonly Change[]): string {
  const roles = new Set(changes.flatMap(({ files }) => files.map(({ role }) => role)));
  return roles.size === 0
    ? 'nothing was changed'
    : `only ${[...roles].map((role) => NOUNS[role]).join(' and ')} changed`;
}

const NOUNS = { code: 'code', test: 'tests', scratch: 'scratch files', prose: 'prose' } as const;

function describeUnchecked(name: string, after: readonly FoundCheck[], earlier: FoundCheck | undefined): string {
  if (after.length > 0) return `what ran after the last change${name} does not show a result`;
  const words = `nothing checked the last change${name}`;
  return earlier === undefined ? words : `${words}; \`${earlier.command}\` last ran before it`;
}

function nameChange({ files }: Change): string {
  const path = files.find(({ role }) => role === 'code')?.path;
  return path === undefined ? '' : ` (${shorten(path.slice(path.lastIndexOf('/') + 1), 60)})`;
}

const NAMED = 2;

function quoteChecks(checks: readonly FoundCheck[]): string {
  const names = [...new Set(checks.map(({ command }) => `\`${shorten(command.replaceAll('`', "'"), 60)}\``))];
  const more = names.length > NAMED ? ` and ${names.length - NAMED} more` : '';
  return `${names.slice(0, NAMED).join(', ')}${more}`;
}
