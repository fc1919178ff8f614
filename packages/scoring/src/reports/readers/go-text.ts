import type { TestOutcome } from '@assay/schema';
import { createGoTests } from '../text/go-tests.ts';
import { readLines } from '../text/lines.ts';
import { type Counts, defineReader } from '../text/report-reader.ts';

/** `go test -v`, and without `-v` its lines about packages with nothing to run. */
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
const PACKAGE = /^(ok|FAIL|\?)\s+\S+\s+(?:\(cached\)|\[[a-z ]+\]|\d+\.\d+s)/;
const EMPTY = /\[no tests to run\]|\[no test files\]/;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['PASS', 'passed'],
  ['FAIL', 'failed'],
  ['SKIP', 'skipped'],
]);

function count(text: string): (Pick<Counts, 'errored'> & { tests: ReturnType<typeof createGoTests> }) | undefined {
  const tests = createGoTests();
  let [packages, silent, broken] = [0, 0, 0];
  let failed = false;
  for (const line of readLines(text)) {
    const [, word = '', test = ''] = RESULT.exec(line) ?? [];
    const outcome = OUTCOMES.get(word);
    if (outcome !== undefined) {
      tests.add('', { test, outcome });
      failed ||= outcome === 'failed';
      continue;
    }
    const end = PACKAGE.exec(line)?.[1];
    if (end === undefined) continue;
    packages++;
    if (end === 'FAIL' && !failed) broken++;
    if (end === 'ok' && !EMPTY.test(line)) silent++;
    failed = false;
  }
  if (packages === 0) return undefined;
  // a package that only reports ok ran tests without listing them
  return tests.size === 0 && silent > 0 ? undefined : { tests, errored: broken };
}
