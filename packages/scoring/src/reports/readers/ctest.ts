import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** The output of `ctest`. */
export const ctest = defineTextReader({
  format: 'ctest',
  hint: /Test project /,

  read(text, tally) {
    let found = false;
    const names = createTestNames();
    const disabled = createTestNames();
    for (const line of readLines(text)) {
      const [, name, status = ''] = TEST.exec(line) ?? [];
      if (name !== undefined && / \d{1,9}\.\d{1,9} sec/.test(status)) {
        const target = status.startsWith('***Not Run (Disabled)') ? disabled : names;
        target.replace(name, readStatus(status));
      }
      const [, failures, ran] = SUMMARY.exec(line) ?? [];
      if (failures !== undefined) {
        // ctest counts a skipped test as passed, and leaves out a disabled one
        const skipped = Math.min(names.count('skipped'), Number(ran) - Number(failures));
        const errored = Math.min(names.count('errored'), Number(failures));
        tally.count({ passed: Number(ran) - Number(failures) - skipped, failed: Number(failures) - errored, errored });
        tally.count({ skipped: skipped + disabled.count('skipped') });
        names.listIn(tally);
        disabled.listIn(tally);
      }
      found ||= failures !== undefined || line === 'No tests were found!!!';
    }
    return found;
  },
});

const SUMMARY = /^\d{1,3}% tests passed, (\d{1,9}) tests? failed out of (\d{1,9})$/;
const TEST = /^ {0,9}\d{1,9}\/\d{1,9} Test {1,9}#\d{1,9}: (\S.*?) \.{3,}(.*)$/;

function readStatus(status: string): TestOutcome {
  if (/^ +Passed /.test(status)) return 'passed';
  if (status.startsWith('***Failed')) return 'failed';
  // anything else could not be run, timed out or crashed
  return /^\*\*\*(?:Skipped|Not Run \(Disabled\))/.test(status) ? 'skipped' : 'errored';
}
