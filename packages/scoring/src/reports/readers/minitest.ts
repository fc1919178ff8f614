import type { TestOutcome } from '@assay/schema';
import { parseCounts } from '../text/counts.ts';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** Minitest and test-unit. Minitest names a test `Class#test`: with `-v` all of them, otherwise those that failed. */
export const minitest = defineTextReader({
  format: 'minitest',
  hint: / assertions, /,

  read(text, tally) {
    let [found, kind]: [boolean, TestOutcome | undefined] = [false, undefined];
    const names = createTestNames();
    for (const line of readLines(text)) {
      if (kind !== undefined && line.includes('#') && line.endsWith(':')) names.add(cutPlace(line.slice(0, -1)), kind);
      kind = OUTCOMES.get(KIND.exec(line)?.[1] ?? '');
      const [, name, mark = ''] = VERBOSE.exec(line) ?? [];
      if (name?.includes('#')) names.add(name, OUTCOMES.get(mark) ?? 'errored');
      const counts = readSummary(line);
      if (counts === undefined) continue;
      found = true;
      tally.count(counts);
      names.listIn(tally);
    }
    return found;
  },
});

const SUMMARY = /^(\d{1,9}) (?:runs|tests), (?:\d+) assertions, (\d{1,9} failures, \d{1,9} errors, [a-z0-9, ]+)$/;
const WORDS: Readonly<Record<string, keyof Counts | null>> = {
  failures: 'failed',
  errors: 'errored',
  skips: 'skipped',
  pendings: 'skipped',
  omissions: 'skipped',
  notifications: null,
};

function readSummary(line: string): Counts | undefined {
  const [, ran, rest = ''] = SUMMARY.exec(line) ?? [];
  const counts = ran === undefined ? undefined : parseCounts(rest, { separator: ', ', words: WORDS });
  if (counts === undefined) return undefined;
  return { ...counts, passed: Number(ran) - counts.failed - counts.errored - counts.skipped };
}

const KIND = /^ {2}\d{1,9}\) (Failure|Error|Skipped):$/;
const VERBOSE = /^(\S.*) = \d+\.\d+ s = ([.FES])$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['.', 'passed'],
  ['F', 'failed'],
  ['Failure', 'failed'],
  ['E', 'errored'],
  ['Error', 'errored'],
  ['S', 'skipped'],
  ['Skipped', 'skipped'],
]);

/** Cuts the place in the file, in brackets after the name. */
function cutPlace(text: string): string {
  const place = text.endsWith(']') ? text.lastIndexOf(' [') : -1;
  return place < 0 ? text : text.slice(0, place);
}
