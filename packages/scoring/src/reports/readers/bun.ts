import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** The output of `bun test`. With `--dots`, it names only tests that failed. */
export const bun = defineTextReader({
  format: 'bun',
  hint: /across|No tests found!/,

  read(text, tally) {
    let [found, previous] = [false, ''];
    let counts = new Map<string, number>();
    const names = createTestNames();
    for (const line of readLines(text)) {
      const [, digits = '', word = ''] = COUNT.exec(line) ?? [];
      if (word !== '') counts.set(word, Number(digits));
      const [, mark = '', name] = TEST.exec(line) ?? [];
      const outcome = MARKS.get(mark);
      if (name !== undefined && outcome !== undefined) names.add(name.replace(/ \[\d+(?:\.\d+)?m?s\]$/, ''), outcome);
      if (RAN.test(line)) {
        const of = (key: string): number => counts.get(key) ?? 0;
        // an error outside of tests also counts as a failure
        const errored = Math.min(of('error'), of('fail'));
        const skipped = of('skip') + of('todo');
        tally.count({ passed: of('pass'), failed: of('fail') - errored, errored, skipped });
        names.listIn(tally);
      }
      found ||= RAN.test(line) || (line === 'No tests found!' && previous.startsWith('bun test v'));
      if (word === '') counts = new Map();
      previous = line;
    }
    return found;
  },
});

const COUNT = /^ ?(\d{1,9}) (pass|fail|skip|todo|error|filtered out|expect\(\) call|snapshot)(?:s|s?,.*)?$/;
const RAN = /^Ran \d{1,9} tests? across \d{1,9} files?\. \[.+\]$/;
const TEST = /^(\((?:pass|fail|skip|todo)\)|[✓✗»✎]) (\S.*)$/;
const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['(pass)', 'passed'],
  ['✓', 'passed'],
  ['(fail)', 'failed'],
  ['✗', 'failed'],
  ['(skip)', 'skipped'],
  ['»', 'skipped'],
  ['(todo)', 'skipped'],
  ['✎', 'skipped'],
]);
