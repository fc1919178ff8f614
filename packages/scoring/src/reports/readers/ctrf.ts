import type { TestOutcome } from '@assay/schema';
import { type Fields, findJson, isFields, readCount, readObjects, readText } from '../text/json.ts';
import { defineReader } from '../text/report-reader.ts';

/** The Common Test Report Format: one JSON format for all runners. */
export const ctrf = defineReader({
  format: 'ctrf',
  structured: true,
  detect: (text) => findResults(text) !== undefined,

  read(text, tally) {
    const results = findResults(text);
    if (results === undefined) return false;
    const tests = readObjects(results['tests']);
    for (const test of tests) tally.test(readText(test['name']), OUTCOMES.get(readText(test['status'])) ?? 'errored');
    const summary = isFields(results['summary']) ? results['summary'] : {};
    const listed = tests.filter(({ status }) => status === 'failed').length;
    // an incomplete list must not hide failures that the summary counts
    tally.count({ failed: readCount(summary['failed']) - listed });
    if (tests.length > 0) return true;
    tally.count({
      passed: readCount(summary['passed']),
      errored: readCount(summary['other']),
      skipped: readCount(summary['skipped']) + readCount(summary['pending']),
    });
    return true;
  },
});

const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
  ['pending', 'skipped'],
]);

const findResults = (text: string): Fields | undefined =>
  findJson(text, 'results', ({ results }) => {
    if (!isFields(results) || !isFields(results['summary'])) return undefined;
    return Array.isArray(results['tests']) && typeof results['summary']['tests'] === 'number' ? results : undefined;
  });
