import type { TestOutcome } from '@assay/schema';
import { createGoTests } from '../text/go-tests.ts';
import { readLines } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';

/** `go test -v`, with the names that `-json` gives, and without `-v` its lines about packages with nothing to run. */
export const goText = defineReader({
  format: 'gotest',
  structured: false,
  detect: (text) => count(text) !== undefined,

  read(text, tally) {
    const counted = count(text);
    counted?.tests.addTo(tally);
    tally.count({ errored: counted?.errored ?? 0 });
    return counted !== undefined;
  },
});

const RESULT = /^ *--- (PASS|FAIL|SKIP): (\S+) \(\d+(?:\.\d+)?s\)$/;
const PACKAGE = /^(ok|FAIL|\?)\s+(\S+)\s+(?:\(cached\)|\[[a-z ]+\]|\d+\.\d+s)/;
const EMPTY = /\[no tests to run\]|\[no test files\]/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
]);

function count(text: string): (Pick<Counts, 'errored'> & { tests: ReturnType<typeof createGoTests> }) | undefined {
  const tests = createGoTests();
  let [packages, silent, broken] = [0, 0, 0];
  // the line of a package comes after its tests
  let results: { test: string; outcome: TestOutcome }[] = [];
  const close = (scope: string): void => {
    for (const result of results) tests.add(scope, result);
    results = [];
  };
  for (const line of readLines(text)) {
    const [, word = '', test = ''] = RESULT.exec(line) ?? [];
    const outcome = OUTCOMES.get(word);
    if (outcome !== undefined) {
      results.push({ test, outcome });
      continue;
    }
    const [, end, scope = ''] = PACKAGE.exec(line) ?? [];
    if (end === undefined) continue;
    packages++;
    if (end === 'FAIL' && !results.some(({ outcome }) => outcome === 'failed')) broken++;
    if (end === 'ok' && !EMPTY.test(line)) silent++;
    close(scope);
  }
  close('');
  if (packages === 0) return undefined;
  // a package that only reports ok ran tests without listing them
  return tests.size === 0 && silent > 0 ? undefined : { tests, errored: broken };
}
