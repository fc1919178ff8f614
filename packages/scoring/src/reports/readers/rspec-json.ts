import type { TestOutcome } from '@assay/schema';
import { type Fields, findJson, isFields, readCount, readObjects, readText } from '../text/json.ts';
import { defineReader } from '../text/report-reader.ts';

/** RSpec's format `json`. An example is named by its full description. */
export const rspecJson = defineReader({
  format: 'rspec',
  structured: true,
  detect: (text) => find(text) !== undefined,

  read(text, tally) {
    const { examples, summary } = find(text) ?? {};
    if (examples === undefined || summary === undefined) return false;
    for (const example of readObjects(examples))
      tally.test(readText(example['full_description']), OUTCOMES.get(readText(example['status'])) ?? 'errored');
    tally.count({ errored: readCount(summary['errors_outside_of_examples_count']) });
    return true;
  },
});

const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['pending', 'skipped'],
]);

const find = (text: string): { examples: unknown[]; summary: Fields } | undefined =>
  findJson(text, 'summary_line', ({ examples, summary }) =>
    Array.isArray(examples) && isFields(summary) && typeof summary['example_count'] === 'number'
      ? { examples, summary }
      : undefined,
  );
