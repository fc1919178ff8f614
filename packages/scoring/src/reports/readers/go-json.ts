import type { TestOutcome } from '@assay/schema';
import { createGoTests } from '../text/go-tests.ts';
import { parseObject, readText } from '../text/json.ts';
import { defineReader } from '../text/report-reader.ts';

/** `go test -json`: one event per line. A test is named `package::Test/subtest`. */
export const goJson = defineReader({
  format: 'gotest',
  structured: true,
  detect: (text) => EVENT.test(text) && readEvents(text).next().done !== true,

  read(text, tally) {
    const tests = createGoTests();
    const broken = new Set<string>();
    let found = false;
    for (const { action, scope, test } of readEvents(text)) {
      found = true;
      const outcome = OUTCOMES.get(action);
      if (test !== '' && outcome !== undefined) tests.add(scope, { test, outcome });
      else if (test === '' && action === 'fail') broken.add(scope);
    }
    tests.addTo(tally);
    // a package that failed without a failing test could not be built, or ended early
    for (const scope of broken) if (!tests.hasFailed(scope)) tally.count({ errored: 1 });
    return found;
  },
});

const EVENT = /^\{"(?:Time|Action|ImportPath)":/m;
const LONGEST_EVENT = 64 * 1024;
const ACTIONS = new Set(['start', 'run', 'pause', 'cont', 'pass', 'bench', 'fail', 'output', 'skip']);
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['pass', 'passed'],
  ['fail', 'failed'],
  ['skip', 'skipped'],
]);

function* readEvents(text: string) {
  for (let from = 0; from < text.length; ) {
    const newline = text.indexOf('\n', from);
    const end = newline < 0 ? text.length : newline;
    if (text[from] === '{' && end - from <= LONGEST_EVENT) {
      const event = parseObject(text.slice(from, end), (fields) => fields);
      const action = readText(event?.['Action']);
      const scope = readText(event?.['Package']);
      if (ACTIONS.has(action) && scope !== '') yield { action, scope, test: readText(event?.['Test']) };
    }
    from = end + 1;
  }
}
