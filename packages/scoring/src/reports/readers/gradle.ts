import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import { defineTextReader } from '../text/text-reader.ts';

/**
 * Tests of a Gradle build. By default, Gradle prints only those that failed, and nothing when all passed; `testLogging`
 * with the event `passed` makes it print all. A test is named `Class > test`.
 */
export const gradle = defineTextReader({
  format: 'gradle',
  hint: /BUILD [SF]/,

  read(text, tally) {
    const [listed, summed] = [createCounts(), createCounts()];
    let [ended, completed] = [false, false];
    for (const line of readLines(text)) {
      const [, name, word = ''] = TEST.exec(line) ?? [];
      const outcome = OUTCOMES.get(word);
      if (name?.includes(' > ') && outcome !== undefined) {
        listed[outcome]++;
        tally.list(name, outcome);
      }
      const [, total, failed, skipped] = COMPLETED.exec(line) ?? [];
      completed ||= total !== undefined;
      summed.failed += Number(failed ?? 0);
      summed.skipped += Number(skipped ?? 0);
      summed.passed += Math.max(0, Number(total ?? 0) - Number(failed ?? 0) - Number(skipped ?? 0));
      ended ||= ENDED.test(line);
    }
    const larger = (key: keyof Counts): number => Math.max(listed[key], summed[key]);
    const found = ended && (completed || listed.passed + listed.failed + listed.skipped > 0);
    // a task without failures has no summary, and the list may be incomplete
    if (found) tally.count({ passed: larger('passed'), failed: larger('failed'), skipped: larger('skipped') });
    return found;
  },
});

const createCounts = (): Counts => ({ passed: 0, failed: 0, errored: 0, skipped: 0 });

const COMPLETED = /^(\d{1,9}) tests? completed, (\d{1,9}) failed(?:, (\d{1,9}) skipped)?$/;
const ENDED = /^BUILD (?:SUCCESSFUL|FAILED) in \d/;
const TEST = /^([^\s>].*\S) (PASSED|FAILED|SKIPPED)$/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASSED', 'passed'],
  ['FAILED', 'failed'],
  ['SKIPPED', 'skipped'],
]);
