import type { TestOutcome } from '@assay/schema';
import { readLines, someLine } from '../text/lines.ts';
import { defineReader } from '../text/report-reader.ts';

/** The output of `cargo test`: a result for each binary and for documentation examples, whose lines move. */
export const cargo = defineReader({
  format: 'cargo',
  structured: false,
  detect: (text) => someLine(text, (line) => RESULT.test(line)),

  read(text, tally) {
    let found = false;
    for (const line of readLines(text)) {
      const [, name, word = ''] = TEST.exec(line) ?? [];
      if (name !== undefined)
        tally.list(name.replace(/ - should panic$| \(line \d+\)(?=$| - )/g, ''), OUTCOMES.get(word) ?? 'errored');
      const [, passed, failed, ignored] = RESULT.exec(line) ?? [];
      if (passed === undefined) continue;
      found = true;
      tally.count({ passed: Number(passed), failed: Number(failed), skipped: Number(ignored) });
    }
    return found;
  },
});

const RESULT =
  /^test result: (?:ok|FAILED)\. (\d{1,9}) passed; (\d{1,9}) failed; (\d{1,9}) ignored; \d+ measured; \d+ filtered out(?:;|$)/;
const TEST = /^test (\S.*?) \.\.\. (ok|FAILED|ignored)(?:, .*| <.*)?$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['ok', 'passed'],
  ['FAILED', 'failed'],
  ['ignored', 'skipped'],
]);
