import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

const RULE = /─/;

/** AVA's output. With several files, a name starts with its file. */
export const ava = defineTextReader({
  format: 'ava',
  hint: RULE,

  read(text, tally) {
    let [found, atEnd, counted, passes] = [false, false, false, 0];
    const names = createTestNames();
    for (const line of readLines(text)) {
      const [, digits = '', words = ''] = COUNT.exec(line) ?? [];
      const outcome = atEnd ? WORDS[words.replace(/^(test|hook)s /, '$1 ').replace(/s$/, '')] : undefined;
      if (outcome !== undefined) {
        tally.count({ [outcome]: Number(digits) });
        // if a test failed, only the marks show how many passed
        if (!counted && outcome !== 'passed') tally.count({ passed: passes });
        names.listIn(tally);
        [found, counted, passes] = [true, true, 0];
        continue;
      }
      if (line.trim() !== '') [atEnd, counted] = [line === '  ─', false];
      const [, mark = '', remark, title] = TEST.exec(line) ?? [];
      if (title === undefined) continue;
      const told: TestOutcome = mark === '✘' ? 'failed' : remark === undefined ? 'passed' : 'skipped';
      if (told === 'passed') passes++;
      names.add(title.replace(/ \(\d+(?:\.\d+)?m?s\)$/, '').replaceAll(' › ', ' > '), told);
    }
    return found;
  },
});

const COUNT = /^ {2}(\d{1,9}) ([a-z][a-z ]*)$/;
const WORDS: Readonly<Record<string, keyof Counts>> = {
  'test passed': 'passed',
  'test failed': 'failed',
  'hook failed': 'errored',
  'known failure': 'skipped',
  'test skipped': 'skipped',
  'test todo': 'skipped',
  'uncaught exception': 'errored',
  'unhandled rejection': 'errored',
};
// a line of a difference also starts with a dash
const TEST = /^ {2}(✔|✘|-(?= \[(?:skip|todo)\] )) (?:\[(fail|expected fail|skip|todo)\]:? )?(\S.*)$/;
