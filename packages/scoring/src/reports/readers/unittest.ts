import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';
import { createTestNames } from '../text/test-names.ts';

/** Python's unittest, nose2 and Twisted's trial. With `-v`, and always by trial, a test is named `module.Class.test`. */
export const unittest = defineReader({
  format: 'unittest',
  structured: false,
  detect: (text) => readRuns(text).next().done !== true,

  read(text, tally) {
    let found = false;
    for (const run of readRuns(text)) {
      found = true;
      const read = readNames(run.lines);
      tally.count(countTests(run, read));
      read.names.listIn(tally);
    }
    return found;
  },
});

const RAN = /^Ran (\d{1,9}) tests? in \d+(?:\.\d+)?s$/;
const END = /^(?:OK|PASSED|FAILED|NO TESTS RAN)(?: \(([A-Za-z0-9=, ]+)\))?$/;

type TestNames = ReturnType<typeof createTestNames>;

interface TestRun {
  readonly lines: readonly string[];
  readonly ran: number;
  readonly counts: ReadonlyMap<string, number>;
}

/** Each test run: its lines, the number of tests, and how it ended on the next non-empty line. */
function* readRuns(text: string): Generator<TestRun> {
  let lines: string[] = [];
  let ran: number | undefined;
  for (const line of readLines(text)) {
    const number = RAN.exec(line)?.[1];
    if (number !== undefined) ran = Number(number);
    else if (ran !== undefined && line.trim() !== '') {
      const end = END.exec(line);
      if (end !== null) {
        yield { lines, ran, counts: parseParts(end[1] ?? '') };
        lines = [];
      }
      ran = undefined;
    }
    lines.push(line);
  }
}

const parseParts = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(', ').flatMap((part) => {
      const [, key, value] = /^([A-Za-z ]+)=(\d{1,9})$/.exec(part) ?? [];
      return key === undefined ? [] : [[key, Number(value)]];
    }),
  );

/** Counts tests. The runner also counts each subtest and each tear-down that fails, and modules that do not load. */
function countTests({ ran, counts }: TestRun, { names, outside, unloaded }: ReturnType<typeof readNames>): Counts {
  const of = (...keys: readonly string[]): number => keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
  const odd = of('unexpected successes', 'unexpectedSuccesses');
  const tests = ran - unloaded;
  // tests that did not pass have their names in the headings of their tracebacks, without -v too
  const named = names.count('failed') + names.count('errored');
  const agree = named > 0 === of('failures', 'errors') - outside.count('errored') + odd > 0;
  if (agree && named + names.count('passed') + names.count('skipped') === tests) return add(names, outside);
  const broken = Math.max(0, of('errors') - outside.count('errored'));
  const failed = (named > 0 ? Math.min(names.count('failed'), of('failures')) : of('failures')) + odd;
  const errored = named > 0 ? Math.min(names.count('errored'), broken) : broken;
  const skipped = of('skipped', 'expected failures', 'skips', 'expectedFailures');
  return {
    passed: tests - failed - errored - skipped + outside.count('skipped'),
    failed,
    errored: errored + outside.count('errored'),
    skipped,
  };
}

const add = (names: TestNames, others: TestNames): Counts => ({
  passed: names.count('passed'),
  failed: names.count('failed'),
  errored: names.count('errored') + others.count('errored'),
  skipped: names.count('skipped') + others.count('skipped'),
});

const TEST = /^(\S.*) \.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: .*)?$/;
const SUBTEST = /^ {2}(\w+ \([\w.]+\)) .*\.\.\. (ok|FAIL|ERROR|skipped)(?: .*)?$/;
// what a test prints comes before its outcome, which is then on a separate line; the last one counts
const STARTED = /^(\w+ \([\w.]+\)) \.\.\. /;
const ALONE = /^(ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: '.*)?$/;
const HEADING = /^(FAIL|ERROR): (.*)$/;
const RULE = /^[=-]{20,}$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['ok', 'passed'],
  ['FAIL', 'failed'],
  ['unexpected success', 'failed'],
  ['skipped', 'skipped'],
  ['expected failure', 'skipped'],
]);

/** The tests of a run with their worst outcomes, and what broke or was skipped outside of tests. */
function readNames(lines: readonly string[]) {
  const names = createTestNames();
  const outside = createTestNames();
  const unloaded = new Set<string>();
  const add = (name: string, word: string): void => {
    if (name.includes('._FailedTest.')) unloaded.add(name);
    const list = OUTSIDE.test(name) ? outside : names;
    list.add(name, OUTCOMES.get(word) ?? 'errored');
  };
  const trial = createTrialNames(names);
  let previous = '';
  let noisy: { readonly name: string; word?: string } | undefined;
  const endNoisy = () => {
    if (noisy?.word !== undefined) add(noisy.name, noisy.word);
    noisy = undefined;
  };
  for (const line of lines) {
    const [, head = '', word = ''] = TEST.exec(line) ?? [];
    // a test with a description has its name on the previous line
    const name = nameIn(head) ?? nameIn(previous);
    const started = nameOf(STARTED.exec(line)?.[1] ?? '');
    const [, subtest = '', ending = ''] = SUBTEST.exec(line) ?? [];
    const [, fate = '', heading = ''] = (RULE.test(previous) && HEADING.exec(line)) || [];
    if (started !== undefined || word !== '' || RULE.test(line)) endNoisy();
    if (word !== '' && name !== undefined) add(name, word);
    else if (started !== undefined) noisy = { name: started };
    else if (noisy !== undefined && ALONE.test(line)) noisy.word = ALONE.exec(line)?.[1] ?? '';
    const part = nameOf(subtest) ?? nameOf(heading);
    if (part !== undefined) add(part, ending || fate);
    trial.push(line);
    previous = line;
  }
  endNoisy();
  return { names, outside, unloaded: unloaded.size };
}

const OUTSIDE = /\.(?:(?:setUp|tearDown)(?:Class|Module)$|_FailedTest\.)/;

// the line of a test that does not end can go on with the next test
const nameIn = (text: string): string | undefined =>
  nameOf(text) ?? nameOf(text.slice(text.lastIndexOf(UNENDED) + UNENDED.length));
const UNENDED = ' ... ';

// up to Python 3.10, the brackets do not repeat the test name; the message and parameters of a subtest follow
function nameOf(text: string): string | undefined {
  const [, test = '', place] = /^ *(\w+) \(([\w.]+)\)(?: [[(].*)?$/.exec(text) ?? [];
  return place === undefined || place.endsWith(`.${test}`) ? place : `${place}.${test}`;
}

const TRIAL = /^( +)(\w+) \.\.\. +\[(OK|FAIL|ERROR|SKIPPED|TODO|SUCCESS!\?!)\]$/;
const TRIAL_OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['OK', 'passed'],
  ['FAIL', 'failed'],
  ['SUCCESS!?!', 'failed'],
  ['SKIPPED', 'skipped'],
  ['TODO', 'skipped'],
]);

/** Names of trial, which indents classes below modules and tests below classes. */
function createTrialNames(names: TestNames) {
  const blocks = createBlocks();
  return {
    push(line: string): void {
      const [, space = '', test, word = ''] = TRIAL.exec(line) ?? [];
      if (test !== undefined) {
        blocks.leave(space.length);
        names.add(blocks.nameOf(test).replaceAll(' > ', '.'), TRIAL_OUTCOMES.get(word) ?? 'errored');
      } else if (/^ *[\w.]+$/.test(line)) blocks.open(measureIndent(line), line.trim());
    },
  };
}
