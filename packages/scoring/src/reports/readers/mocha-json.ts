import { type Fields, findJson, isFields, readCount, readObjects, readText } from '../text/json.ts';
import { defineReader } from '../text/report-reader.ts';

/** Mocha's reporter `json`. A test is named by its full title, in which a space joins suites and title. */
export const mochaJson = defineReader({
  format: 'mocha',
  structured: true,
  detect: (text) => find(text) !== undefined,

  read(text, tally) {
    const { fields, stats } = find(text) ?? {};
    if (fields === undefined || stats === undefined) return false;
    // a failed hook is a failure, but not a test
    tally.count({
      passed: readCount(stats['passes']),
      failed: readCount(stats['failures']),
      skipped: readCount(stats['pending']),
    });
    const listAll = (key: string, outcome: 'passed' | 'failed' | 'skipped'): void => {
      for (const test of readObjects(fields[key])) tally.list(readText(test['fullTitle']), outcome);
    };
    listAll('passes', 'passed');
    listAll('failures', 'failed');
    listAll('pending', 'skipped');
    return true;
  },
});

const find = (text: string): { fields: Fields; stats: Fields } | undefined =>
  findJson(text, 'passes', (fields) => {
    const stats = fields['stats'];
    if (!isFields(stats) || !Array.isArray(fields['failures'])) return undefined;
    return ['passes', 'failures', 'pending'].every((key) => typeof stats[key] === 'number')
      ? { fields, stats }
      : undefined;
  });
