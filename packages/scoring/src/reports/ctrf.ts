import type { TestOutcome } from '@assay/schema';
import { type Fields, findJson, isFields, listOf, numberOf, textOf } from './json.ts';
import { defineReader } from './report-reader.ts';

/** The Common Test Report Format: one JSON format for all runners. */
export const ctrf = defineReader({
  format: 'ctrf',
  structured: true,
  detect: (text) => findResults(text) !== undefined,

  read(text, tally) {
    const results = findResults(text);
    if (results === undefined) return false;
    const tests = listOf(results['tests']);
    for (const test of tests) tally.test(textOf(test['name']), OUTCOMES.get(textOf(test['status'])) ?? 'errored');
    const summary = isFields(results['summary']) ? results['summary'] : {};
    const listed = tests.filter(({ status }) => status === 'failed').length;
    // an incomplete list must not hide failures that the summary counts
    tally.count({ failed: numberOf(summary['failed']) - listed });
    if (tests.length > 0) return true;
    tally.count({
      passed: numberOf(summary['passed']),
      errored: numberOf(summary['other']),
      skipped: numberOf(summary['skipped']) + numberOf(summary['pending']),
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
