import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import { defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** Python's unittest, nose2 and Twisted's trial. With `-v`, and always by trial, a test is named `module.Class.test`. */
export const unittest = defineReader({
  format: 'unittest',
  structured: false,
  detect: (text) => readRuns(text).next().done !== true,

  read(text, tally) {
    let previous = '';
    let noisy: { readonly name: string; outcome?: TestOutcome } | undefined;
    const endNoisy = () => {
      if (noisy?.outcome !== undefined) tally.list(noisy.name, noisy.outcome);
      noisy = undefined;
    };
    const trial = createTrialNames(tally);
    for (const line of readLines(text)) {
      const [, head = '', word = ''] = TEST.exec(line) ?? [];
      // a test with a description has its name on the previous line
      const name = nameOf(head) ?? nameOf(previous);
      const started = nameOf(STARTED.exec(line)?.[1] ?? '');
      if (started !== undefined || word !== '' || RULE.test(line)) endNoisy();
      if (word !== '' && name !== undefined) tally.list(name, OUTCOMES.get(word) ?? 'errored');
      else if (started !== undefined) noisy = { name: started };
      else if (noisy !== undefined && ALONE.test(line))
        noisy.outcome = OUTCOMES.get(ALONE.exec(line)?.[1] ?? '') ?? 'errored';
      trial.push(line);
      previous = line;
    }
    endNoisy();
    let found = false;
    for (const { ran, counts } of readRuns(text)) {
      found = true;
      const of = (key: string): number => counts.get(key) ?? 0;
      const failed = of('failures') + of('unexpected successes') + of('unexpectedSuccesses');
      const skipped = of('skipped') + of('expected failures') + of('skips') + of('expectedFailures');
      const passed = ran - failed - of('errors') - skipped;
      tally.count({ passed, failed, errored: of('errors'), skipped });
    }
    return found;
  },
});

const RAN = /^Ran (\d{1,9}) tests? in \d+(?:\.\d+)?s$/;
const END = /^(?:OK|PASSED|FAILED|NO TESTS RAN)(?: \(([A-Za-z0-9=, ]+)\))?$/;

/** Each test run: the number of tests, and how it ended on the next non-empty line. */
function* readRuns(text: string) {
  let ran: number | undefined;
  for (const line of readLines(text)) {
    const number = RAN.exec(line)?.[1];
    if (number !== undefined) ran = Number(number);
    else if (ran !== undefined && line.trim() !== '') {
      const end = END.exec(line);
      if (end !== null) yield { ran, counts: parseParts(end[1] ?? '') };
      ran = undefined;
    }
  }
}

const parseParts = (text: string): ReadonlyMap<string, number> =>
  new Map(
    text.split(', ').flatMap((part) => {
      const [, key, value] = /^([A-Za-z ]+)=(\d{1,9})$/.exec(part) ?? [];
      return key === undefined ? [] : [[key, Number(value)]];
    }),
  );

const TEST = /^(\S.*) \.\.\. (ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: .*)?$/;
// what a test prints comes before its outcome, which is then on a separate line; the last one counts
const STARTED = /^(\w+ \([\w.]+\)) \.\.\. /;
const ALONE = /^(ok|FAIL|ERROR|skipped|expected failure|unexpected success)(?: '.*)?$/;
const RULE = /^[=-]{20,}$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['ok', 'passed'],
  ['FAIL', 'failed'],
  ['unexpected success', 'failed'],
  ['skipped', 'skipped'],
  ['expected failure', 'skipped'],
]);

// up to Python 3.10, the brackets do not repeat the test name
function nameOf(head: string): string | undefined {
  const [, test = '', place] = /^(\w+) \(([\w.]+)\)$/.exec(head) ?? [];
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
function createTrialNames(tally: Tally) {
  const blocks = createBlocks();
  return {
    push(line: string): void {
      const [, space = '', test, word = ''] = TRIAL.exec(line) ?? [];
      if (test !== undefined) {
        blocks.leave(space.length);
        tally.list(blocks.nameOf(test).replaceAll(' > ', '.'), TRIAL_OUTCOMES.get(word) ?? 'errored');
      } else if (/^ *[\w.]+$/.test(line)) blocks.open(measureIndent(line), line.trim());
    },
  };
}
