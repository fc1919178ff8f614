import type { TestOutcome } from '@assay/schema';
import { parseCounts } from '../text/counts.ts';
import { readLines, someLine } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** pytest output: its last line, and with `-v` or `-rA` the tests by their node ids. */
export const pytest = defineReader({
  format: 'pytest',
  structured: false,
  detect: (text) => someLine(text, (line) => readSummary(line) !== undefined),

  read(text, tally) {
    let found = false;
    for (const line of readLines(text)) {
      listTest(line, tally);
      const counts = readSummary(line);
      if (counts !== undefined) tally.count(counts);
      found ||= counts !== undefined;
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

function listTest(line: string, tally: Tally): void {
  const parts = line.indexOf('::');
  if (parts < 0) return;
  const [, word = '', rest = ''] = BEFORE.exec(line) ?? [];
  const told = OUTCOMES.get(word);
  if (told !== undefined) {
    // for tests that did not pass, the reason follows the name
    const reason = told === 'passed' ? -1 : rest.indexOf(' - ');
    tally.list(reason < 0 ? rest : rest.slice(0, reason), told);
    return;
  }
  AFTER.lastIndex = parts;
  const found = AFTER.exec(line);
  const outcome = OUTCOMES.get(found?.[1] ?? '');
  if (found !== null && outcome !== undefined && REST.test(line.slice(AFTER.lastIndex)))
    tally.list(line.slice(0, found.index), outcome);
}
