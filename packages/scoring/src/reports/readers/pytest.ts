import type { TestOutcome } from '@assay/schema';
import { parseCounts } from '../text/counts.ts';
import { readLines, someLine } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';
import { createTestNames } from '../text/test-names.ts';

/** pytest output: its last line, and with `-v` or `-rA` the tests by their node ids. */
export const pytest = defineReader({
  format: 'pytest',
  structured: false,
  detect: (text) => someLine(text, (line) => readSummary(line) !== undefined),

  read(text, tally) {
    let found = false;
    let run = createRun();
    for (const line of readLines(text)) {
      run.push(line);
      const counts = readSummary(line);
      if (counts === undefined) continue;
      found = true;
      run.endIn(tally, counts);
      run = createRun();
    }
    return found;
  },
});

const SUMMARY = /^(?:=+ )?((?:\d{1,9} [a-z]|no tests ran)[a-z0-9, ]*?) in \d+(?:\.\d+)?s(?: \([\d:, a-z]+\))?(?: =+)?$/;
const WORDS: Readonly<Record<string, keyof Counts | null>> = {
  passed: 'passed',
  xpassed: 'passed',
  failed: 'failed',
  error: 'errored',
  errors: 'errored',
  skipped: 'skipped',
  xfailed: 'skipped',
  deselected: null,
  warning: null,
  warnings: null,
  rerun: null,
  'subtests passed': null,
  'subtests failed': 'failed',
};

function readSummary(line: string): Counts | undefined {
  const found = SUMMARY.exec(line)?.[1];
  if (found === undefined) return undefined;
  if (found.startsWith('no tests ran')) return { passed: 0, failed: 0, errored: 0, skipped: 0 };
  return parseCounts(found, { separator: ', ', words: WORDS });
}

const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASSED', 'passed'],
  ['XPASS', 'passed'],
  ['FAILED', 'failed'],
  ['ERROR', 'errored'],
  ['SKIPPED', 'skipped'],
  ['XFAIL', 'skipped'],
]);
const BEFORE = /^(PASSED|XPASS|FAILED|ERROR|XFAIL) (\S.*)$/;
const AFTER = / (PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS)(?= |$)/g;
const REST = /^(?: \(.*\))?(?: +\[ *\d+%\])? *$/;
// the plugin that pytest 9 replaces writes the description first
const SUBFAILED = /^(?:SUBFAILED(?:[[(].*?[\])])?|(?:.*[\])] )?SUBFAIL) ([^\s:]+::.*)$/;
const SUBSKIPPED = /^[^\s:]+::.* SUB(?:SKIPPED|XFAIL)[[(]/;
const TEAR_DOWN = /^_+ ERROR at teardown of (\S.*?) _+$/;

/** The tests of one run. A test with a subtest that failed has failed. */
function createRun() {
  const names = createTestNames();
  const ended = new Map<string, TestOutcome>();
  const subtests: string[] = [];
  const torn: string[] = [];
  let subskipped = 0;
  return {
    push(line: string): void {
      const teardown = TEAR_DOWN.exec(line)?.[1];
      if (teardown !== undefined) torn.push(teardown);
      if (!line.includes('::')) return;
      if (SUBSKIPPED.test(line)) subskipped++;
      const subtest = SUBFAILED.exec(line)?.[1];
      const test =
        subtest === undefined ? readTest(line) : { name: withoutReason(subtest), outcome: 'failed' as const };
      if (test === undefined) return;
      names.add(test.name, test.outcome);
      if (subtest !== undefined) subtests.push(test.name);
      else if (test.outcome !== 'errored') ended.set(test.name, test.outcome);
    },
    /** Adds the tests. The summary counts each subtest that failed, and an error at tear-down besides its test. */
    endIn(tally: Tally, counts: Counts): void {
      const { passed, failed, errored, skipped } = counts;
      const folded = [...new Set(subtests)].filter((name) => ended.get(name) !== 'failed');
      const failing = [...ended, ...folded.map((name) => [name, 'failed'] as const)];
      const domains = new Set(failing.filter(([, outcome]) => outcome === 'failed').map(([name]) => domainOf(name)));
      const failedBefore = torn.filter((domain) => domains.has(domain)).length;
      const silent = folded.filter((name) => ended.get(name) === 'skipped').length;
      tally.count({
        passed: passed - (folded.length - silent) - (torn.length - failedBefore),
        failed: failed - subtests.length + folded.length,
        errored: errored - failedBefore,
        skipped: skipped - subskipped - silent,
      });
      names.listIn(tally);
    },
  };
}

// the heading of an error names the classes and the test
const domainOf = (id: string): string => id.slice(id.indexOf('::') + 2).replaceAll('::', '.');

// the parameters of a test can hold what separates the reason
const withoutReason = (text: string): string => /^[^[]*?(?:\[.*?\])?(?= - |$)/.exec(text)?.[0] ?? text;

function readTest(line: string): { readonly name: string; readonly outcome: TestOutcome } | undefined {
  const [, word = '', rest = ''] = BEFORE.exec(line) ?? [];
  const told = OUTCOMES.get(word);
  // for tests that did not pass, the reason follows the name
  if (told !== undefined) return { name: told === 'passed' ? rest : withoutReason(rest), outcome: told };
  AFTER.lastIndex = line.indexOf('::');
  const found = AFTER.exec(line);
  const outcome = OUTCOMES.get(found?.[1] ?? '');
  return found !== null && outcome !== undefined && REST.test(line.slice(AFTER.lastIndex))
    ? { name: line.slice(0, found.index), outcome }
    : undefined;
}
