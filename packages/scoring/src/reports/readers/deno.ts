import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** The output of `deno test`. Steps are listed, but not counted. The reporter `dot` names no tests. */
export const deno = defineTextReader({
  format: 'deno',
  hint: / passed|No test modules/,

  read(text, tally) {
    let [found, printed] = [false, false];
    const blocks = createBlocks();
    const names = createTestNames();
    for (const line of readLines(text)) {
      // what a test prints is no summary
      if (line === '------- output -------') printed = true;
      else if (line === '----- output end -----') printed = false;
      if (printed) continue;
      const [, space = '', title, word = ''] = TEST.exec(line) ?? [];
      const outcome = OUTCOMES.get(word);
      if (title !== undefined) {
        blocks.leave(space.length);
        if (outcome === undefined) blocks.open(space.length, title);
        else names.add(blocks.nameOf(title), outcome);
      }
      const [, passed, failed, ignored] = SUMMARY.exec(line) ?? [];
      if (passed !== undefined) {
        tally.count({ passed: Number(passed), failed: Number(failed), skipped: Number(ignored ?? 0) });
        names.listIn(tally);
      }
      found ||= passed !== undefined || line === 'error: No test modules found';
    }
    return found;
  },
});

const SUMMARY =
  /^(?:ok|FAILED) \| (\d{1,9}) passed(?: \(\d+ steps?\))? \| (\d{1,9}) failed(?: \(\d+ steps?\))?(?: \| (\d{1,9}) ignored(?: \(\d+ steps?\))?)?(?: \| \d+ (?:measured|filtered out))* \([\dµa-z]+\)$/;
const TEST = /^( *)(\S.*) \.\.\.(?: (ok|FAILED|ignored)(?: \([^()]{1,60}\)){0,2})?$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['ok', 'passed'],
  ['FAILED', 'failed'],
  ['ignored', 'skipped'],
]);
