import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Tally } from '../text/tally.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** PHPUnit's output. It names tests that failed `Class::test`; with `--testdox` all tests `Class > Title`. */
export const phpunit = defineTextReader({
  format: 'phpunit',
  hint: /PHPUnit /,

  read(text, tally) {
    let found = false;
    const names = createNames();
    for (const line of readLines(text)) {
      names.push(line);
      const [, passed] = OK.exec(line) ?? [];
      const [, ran, rest] = OTHER.exec(line) ?? [];
      if (passed !== undefined) tally.count({ passed: Number(passed) });
      else if (ran !== undefined) countTests(Number(ran), { rest: rest ?? '', tally });
      else if (line !== 'No tests executed!') continue;
      found = true;
      names.listIn(tally);
    }
    return found;
  },
});

const OK = /^OK \((\d{1,9}) tests?, \d+ assertions?\)$/;
const OTHER = /^Tests: (\d{1,9}), Assertions: \d+((?:, [A-Z][A-Za-z ]*: \d{1,9})*)\.$/;

function countTests(ran: number, { rest, tally }: { rest: string; tally: Tally }): void {
  const of = (word: string): number => Number(new RegExp(`, ${word}: (\\d+)`).exec(rest)?.[1] ?? 0);
  const [failed, errored] = [of('Failures'), of('Errors')];
  // a risky test checks nothing; warnings and deprecations are about tests that passed
  const skipped = of('Skipped') + of('Incomplete') + of('Risky');
  tally.count({ passed: ran - failed - errored - skipped, failed, errored, skipped });
}

const SECTION = /^There (?:was|were) \d+ (error|failure|risky test|skipped test|incomplete test)s?:$/;
const KINDS: ReadonlyMap<string, TestOutcome> = new Map([
  ['error', 'errored'],
  ['failure', 'failed'],
]);
const NUMBERED = /^\d{1,9}\) (\S+::.+)$/;
const TITLE = /^ ([✔✘↩∅☢⚠]) (\S.*?)(?: \[[\d.]+ m?s\])?$/;
const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✔', 'passed'],
  ['⚠', 'passed'],
  ['✘', 'failed'],
]);

function createNames() {
  const names = createTestNames();
  let [group, previous, section]: [string, string, TestOutcome | undefined] = ['', '', undefined];
  return {
    listIn: names.listIn,
    push(line: string): void {
      const [, mark = '', title] = TITLE.exec(line) ?? [];
      // a line right above the first title is the class
      if (title !== undefined && /^\S/.test(previous)) group = previous.replace(/ \(\S+\)$/, '');
      if (title !== undefined) names.add(`${group} > ${title}`, MARKS.get(mark) ?? 'skipped');
      const kind = SECTION.exec(line)?.[1];
      if (kind !== undefined) section = KINDS.get(kind) ?? 'skipped';
      const name = section === undefined ? undefined : NUMBERED.exec(line)?.[1];
      if (name !== undefined && section !== undefined) names.add(name, section);
      previous = line;
    },
  };
}
