import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { parseCounts } from '../text/counts.ts';
import { measureIndent, readLines, someLine } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** Jest's human-readable output: the summary, and with `--verbose` the tests. */
export const jestText = defineReader({
  format: 'jest',
  structured: false,
  detect: (text) => someLine(text, (line) => readTests(line) !== undefined || NONE.test(line)),

  read(text, tally) {
    let [found, broken] = [false, 0];
    const names = createNames(tally);
    for (const line of readLines(text)) {
      names.push(line);
      broken = readSuites(line) ?? broken;
      const counts = readTests(line);
      if (counts !== undefined) {
        // a suite that fails without a failing test could not be loaded
        tally.count({ ...counts, errored: counts.failed > 0 ? 0 : broken });
        broken = 0;
      }
      found ||= counts !== undefined || NONE.test(line);
    }
    return found;
  },
});

const WORDS: Readonly<Record<string, keyof Counts | null>> = {
  failed: 'failed',
  passed: 'passed',
  skipped: 'skipped',
  todo: 'skipped',
  pending: 'skipped',
  total: null,
};
const NONE = /^No tests found, exiting with code \d+/;

const readTests = (line: string): Counts | undefined => readCounts(/^Tests: +(\S.*\btotal)$/, line);
const readSuites = (line: string): number | undefined => readCounts(/^Test Suites: +(\S.*\btotal)$/, line)?.failed;

function readCounts(pattern: RegExp, line: string): Counts | undefined {
  const found = pattern.exec(line)?.[1];
  return found === undefined
    ? undefined
    : parseCounts(found.replace(/ of \d{1,9} total$/, ' total'), { separator: ', ', words: WORDS });
}

const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✓', 'passed'],
  ['√', 'passed'],
  ['✕', 'failed'],
  ['×', 'failed'],
  ['○', 'skipped'],
  ['✎', 'skipped'],
]);

/** Blocks are recognized only by indentation, from a file name to the next empty line. */
function createNames(tally: Tally) {
  let blocks: ReturnType<typeof createBlocks> | undefined;
  return {
    push(line: string): void {
      if (/^(?:PASS|FAIL) \S/.test(line)) blocks = createBlocks();
      else if (!line.startsWith(' ')) blocks = undefined;
      if (blocks === undefined || !line.startsWith(' ')) return;
      const indent = measureIndent(line);
      const content = line.slice(indent);
      const outcome = MARKS.get(content[0] ?? '');
      blocks.leave(indent);
      if (outcome === undefined) {
        blocks.open(indent, content);
        return;
      }
      const title = content
        .slice(2)
        .replace(/ \(\d+(?:\.\d+)? m?s\)$/, '')
        .replace(/^(?:skipped|todo) /, '');
      tally.list(blocks.nameOf(title), outcome);
    },
  };
}
