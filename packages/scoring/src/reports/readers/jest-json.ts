import type { ReportFormat, TestOutcome } from '@assay/schema';
import { type Fields, findJson, readCount, readObjects, readText } from '../text/json.ts';
import { defineReader, type ReportReader } from '../text/report-reader.ts';

/** Jest's JSON. A test is named by its blocks and title, joined by ` > `. */
export const jestJson: ReportReader = createReader('jest', (fields) => 'numRuntimeErrorTestSuites' in fields);

/** Vitest's JSON: Jest's format without the fields that only Jest has. */
export const vitestJson: ReportReader = createReader('vitest', (fields) => !('numRuntimeErrorTestSuites' in fields));

function createReader(format: ReportFormat, isOwn: (fields: Fields) => boolean): ReportReader {
  const find = (text: string): Fields | undefined =>
    findJson(text, 'numTotalTests', (fields) =>
      Array.isArray(fields['testResults']) && isOwn(fields) ? fields : undefined,
    );
  return defineReader({
    format,
    structured: true,
    detect: (text) => find(text) !== undefined,

    read(text, tally) {
      const fields = find(text);
      if (fields === undefined) return false;
      let failed = 0;
      let broken = 0;
      for (const file of readObjects(fields['testResults'])) {
        const tests = readObjects(file['assertionResults']);
        for (const test of tests) {
          const outcome = OUTCOMES.get(readText(test['status'])) ?? 'skipped';
          if (outcome === 'failed') failed++;
          tally.test(nameOf(test), outcome);
        }
        // a file that could not be loaded has no tests
        if (file['status'] === 'failed' && !tests.some(({ status }) => status === 'failed')) broken++;
      }
      tally.count({ failed: readCount(fields['numFailedTests']) - failed, errored: broken });
      return true;
    },
  });
}

// pending, todo, skipped and disabled all mean that a test was not run
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
]);

function nameOf(test: Fields): string {
  const blocks = test['ancestorTitles'];
  return [...(Array.isArray(blocks) ? blocks.map(readText) : []), readText(test['title'])].join(' > ');
}
