import type { TestOutcome } from '@assay/schema';
import { parseCounts } from '../text/counts.ts';
import { readLines, someLine } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** Vitest's human-readable output: the summary, and with the verbose reporter the tests. */
export const vitestText = defineReader({
  format: 'vitest',
  structured: false,
  detect: (text) => someLine(text, (line) => readTests(line) !== undefined || NONE.test(line)),

  read(text, tally) {
    let [found, broken, failed] = [false, 0, false];
    for (const line of readLines(text)) {
      listTest(line, tally);
      broken = readSummary(FILES, line)?.failed ?? broken;
      const counts = readTests(line);
      if (counts !== undefined) {
        failed = counts.failed > 0;
        // a file that fails without a failing test could not be loaded
        tally.count({ ...counts, errored: failed ? 0 : broken });
        broken = 0;
      }
      // an uncaught error is not a test, but fails the run
      const uncaught = UNCAUGHT.exec(line)?.[1];
      if (found && uncaught !== undefined) tally.count({ errored: Number(uncaught) });
      found ||= counts !== undefined || NONE.test(line);
    }
    return found;
  },
});

const TESTS = /^ +Tests {2,}(\S.*)$/;
const FILES = /^ +Test Files {2,}(\S.*)$/;
const UNCAUGHT = /^ +Errors {2,}(\d{1,9}) errors?$/;
const NONE = /^No test files found, exiting with code \d+/;
const WORDS: Readonly<Record<string, keyof Counts | null>> = {
  failed: 'failed',
  passed: 'passed',
  skipped: 'skipped',
  todo: 'skipped',
  'expected fail': 'skipped',
};

const readTests = (line: string): Counts | undefined => readSummary(TESTS, line);

function readSummary(pattern: RegExp, line: string): Counts | undefined {
  const found = pattern.exec(line)?.[1]?.trim();
  if (found === 'no tests') return { passed: 0, failed: 0, errored: 0, skipped: 0 };
  const [, parts] = /^(.*\S) +\(\d{1,9}\)$/.exec(found ?? '') ?? [];
  return parts === undefined ? undefined : parseCounts(parts, { separator: ' | ', words: WORDS });
}

const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✓', 'passed'],
  ['×', 'failed'],
  ['↓', 'skipped'],
  ['□', 'skipped'],
]);
const FILE = /^(?:\|[^|]*\| )?\S+\.[cm]?[jt]sx?(?: \([^)]*\))?$/;

// only lines that name a file: the others do not show which block they belong to
function listTest(line: string, tally: Tally): void {
  const outcome = MARKS.get(line[1] ?? '');
  if (outcome === undefined || !line.startsWith(' ')) return;
  const [file = '', ...parts] = line.slice(3).split(' > ');
  if (parts.length === 0 || !FILE.test(file)) return;
  tally.list(parts.join(' > ').replace(/ \d+(?:\.\d+)?m?s$/, ''), outcome);
}
