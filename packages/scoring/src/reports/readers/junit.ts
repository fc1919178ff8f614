import type { TestOutcome } from '@assay/schema';
import { defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';
import { readXml, type XmlEvent } from '../text/xml.ts';

const START = /<testsuites?[\s>/]/g;
const MOST_DOCUMENTS = 100;

/** JUnit XML in its many dialects. A test is named `class::name`, as far as both exist. */
export const junit = defineReader({
  format: 'junit',
  structured: true,
  detect: (text) =>
    /<testsuites?[\s>/]/.test(text) && /<testcase[\s>/]|<\/testsuites?>|<testsuites?[^<>]*\/>/.test(text),

  read(text, tally) {
    let [found, from] = [0, 0];
    for (; found < MOST_DOCUMENTS; found++) {
      START.lastIndex = from;
      const start = START.exec(text)?.index;
      if (start === undefined) break;
      const cases = collectCases(tally);
      const { whole, end } = readXml(text, start, cases.onEvent);
      // the missing part of a broken document could hide anything
      if (!whole) return false;
      cases.end();
      from = end;
    }
    return found > 0;
  },
});

interface Case {
  readonly name: string;
  readonly outcomes: Set<TestOutcome>;
  /** Skipped by pytest: the whole test, or one of its subtests. */
  skips?: boolean;
  /** Where pytest met an error outside of the test. */
  outside?: 'collection' | 'teardown';
}

function collectCases(tally: Tally) {
  let current: Case | undefined;
  let last: Case | undefined;
  const end = (): void => {
    if (last?.outside === 'collection') tally.count({ errored: 1 });
    else if (last !== undefined) tally.test(last.name, decide(last));
    last = undefined;
  };
  const onEvent = (event: XmlEvent): void => {
    if (event.name === 'testcase') {
      if (event.kind === 'open') current = { name: nameOf(event.attributes), outcomes: statusOf(event.attributes) };
      else if (current !== undefined) {
        // the tear-down of a test that failed is a separate case
        if (current.outside === 'teardown' && current.name === last?.name)
          for (const outcome of current.outcomes) last.outcomes.add(outcome);
        else {
          end();
          last = current;
        }
        current = undefined;
      }
    } else if (event.kind === 'open') {
      const outcome = MARKS.get(event.name);
      if (outcome === undefined) return;
      // errors before or after the tests are reported on the suite
      if (current === undefined) tally.count(outcome === 'skipped' ? {} : { errored: 1 });
      else mark(current, outcome, event.attributes);
    }
  };
  return { onEvent, end };
}

function mark(test: Case, outcome: TestOutcome, attributes: ReadonlyMap<string, string>): void {
  const message = attributes.get('message') ?? '';
  if (outcome === 'errored' && message === 'collection failure') test.outside = 'collection';
  if (outcome === 'errored' && message.startsWith('failed on teardown')) test.outside = 'teardown';
  if (outcome === 'skipped' && attributes.get('type')?.startsWith('pytest.')) test.skips = true;
  else test.outcomes.add(outcome);
}

const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['failure', 'failed'],
  ['error', 'errored'],
  ['skipped', 'skipped'],
]);

const nameOf = (attributes: ReadonlyMap<string, string>): string =>
  [attributes.get('classname'), attributes.get('name')].filter((part) => part !== undefined && part !== '').join('::');

const statusOf = (attributes: ReadonlyMap<string, string>): Set<TestOutcome> =>
  new Set(/^(?:notrun|disabled|skipped|suppressed)$/i.test(attributes.get('status') ?? '') ? ['skipped'] : []);

// an unfinished test may fail and then be marked as skipped
function decide({ outcomes, skips }: Case): TestOutcome {
  for (const outcome of ['skipped', 'errored', 'failed'] as const) if (outcomes.has(outcome)) return outcome;
  return skips ? 'skipped' : 'passed';
}
