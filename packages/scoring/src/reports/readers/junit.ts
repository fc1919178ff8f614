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
      from = end;
    }
    return found > 0;
  },
});

function collectCases(tally: Tally) {
  let current: { name: string; outcomes: Set<TestOutcome> } | undefined;
  const onEvent = (event: XmlEvent): void => {
    if (event.name === 'testcase') {
      if (event.kind === 'open') current = { name: nameOf(event.attributes), outcomes: statusOf(event.attributes) };
      else if (current !== undefined) {
        tally.test(current.name, decide(current.outcomes));
        current = undefined;
      }
    } else if (event.kind === 'open') {
      const outcome = MARKS.get(event.name);
      if (outcome === undefined) return;
      if (current !== undefined) current.outcomes.add(outcome);
      // errors before or after the tests are reported on the suite
      else if (outcome !== 'skipped') tally.count({ errored: 1 });
    }
  };
  return { onEvent };
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
function decide(outcomes: ReadonlySet<TestOutcome>): TestOutcome {
  for (const outcome of ['skipped', 'errored', 'failed'] as const) if (outcomes.has(outcome)) return outcome;
  return 'passed';
}
