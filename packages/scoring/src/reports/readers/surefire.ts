import { readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** Tests of a Maven build, by Surefire or Failsafe. It names tests that did not pass `package.Class.test`. */
export const surefire = defineTextReader({
  format: 'surefire',
  hint: /Tests |No tests to run/,

  read(text, tally) {
    let [found, plugin] = [false, false];
    const names = createTestNames();
    for (const line of readLines(text)) {
      plugin ||= PLUGIN.test(line);
      const time = line.startsWith(ERROR) ? line.indexOf(TIME) : -1;
      const kind = time < 0 ? undefined : END.exec(line.slice(time + TIME.length))?.[1];
      if (kind !== undefined)
        names.add(readName(line.slice(ERROR.length, time).trim()), kind === 'ERROR' ? 'errored' : 'failed');
      const [, ran, failures, errors, skips] = TOTAL.exec(line) ?? [];
      if (ran !== undefined) {
        const [failed, errored, skipped] = [Number(failures), Number(errors), Number(skips)];
        tally.count({ passed: Number(ran) - failed - errored - skipped, failed, errored, skipped });
        names.listIn(tally);
      }
      found ||= ran !== undefined || (plugin && line === '[INFO] No tests to run.');
    }
    return found;
  },
});

const PLUGIN = /^\[INFO\] --- (?:maven-)?(?:surefire|failsafe)(?:-plugin)?:/;
// a line with a time is about one class
const TOTAL =
  /^(?:\[[A-Z]+\] )?Tests run: (\d{1,9}), Failures: (\d{1,9}), Errors: (\d{1,9}), Skipped: (\d{1,9})(?:, Flakes: \d+)?$/;
const ERROR = '[ERROR] ';
const TIME = 'Time elapsed: ';
const END = /^[\d.]+ s {1,2}<<< (FAILURE|ERROR)!$/;

// up to version 3.0, the class is in brackets
function readName(test: string): string {
  if (test.endsWith(' --')) return test.slice(0, -3);
  const [, name, place] = /^(.+)\(([\w.$]+)\)$/.exec(test) ?? [];
  return place === undefined ? test : `${place}.${name}`;
}
