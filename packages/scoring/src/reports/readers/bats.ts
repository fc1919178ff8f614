import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** The pretty output of Bats. Its other output is TAP. */
export const bats = defineTextReader({
  format: 'bats',
  hint: / tests?, /,

  read(text, tally) {
    let [found, previous] = [false, ''];
    let tests: { name: string; outcome: TestOutcome }[] = [];
    for (const line of readLines(text)) {
      const [, mark = '', full = ''] = TEST.exec(line) ?? [];
      const outcome = MARKS.get(mark);
      if (outcome !== undefined) tests.push({ name: cutRemark(full, mark), outcome });
      const [, ran, failed, skipped] = (previous === '' ? SUMMARY.exec(line) : null) ?? [];
      previous = line;
      if (ran === undefined) continue;
      // the words are common, so each test must be there
      if (tests.length === Number(ran)) {
        found = true;
        const passed = Number(ran) - Number(failed) - Number(skipped ?? 0);
        tally.count({ passed, failed: Number(failed), skipped: Number(skipped ?? 0) });
        for (const { name, outcome: told } of tests) tally.list(name, told);
      }
      tests = [];
    }
    return found;
  },
});

const SUMMARY = /^(\d{1,9}) tests?, (\d{1,9}) failures?(?:, (\d{1,9}) skipped)?$/;
// the name and the progress come first, and are overwritten on a terminal
const TEST = /^(?: {3}.*?\d{1,9}\/\d{1,9})? ([✓✗-]) (\S.*)$/;
const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✓', 'passed'],
  ['✗', 'failed'],
  ['-', 'skipped'],
]);

/** Cuts the reason of a skipped test, or the time. */
function cutRemark(text: string, mark: string): string {
  const reason = mark === '-' && text.endsWith(')') ? text.indexOf(' (skipped') : -1;
  return reason < 0 ? text.replace(/ \[\d{1,9}\]$/, '') : text.slice(0, reason);
}
