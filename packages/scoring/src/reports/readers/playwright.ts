import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';
import { defineTextReader } from '../text/text-reader.ts';

/**
 * Human-readable output of Playwright Test. A test is named by its blocks and title, without project and file. Only the
 * reporter `list` names tests that passed.
 */
export const playwright = defineTextReader({
  format: 'playwright',
  hint: /Running |No tests found/,

  read(text, tally) {
    let [found, previous] = [false, ''];
    let run: ReturnType<typeof createRun> | undefined;
    for (const line of readLines(text)) {
      if (START.test(line)) {
        found = run?.end(tally) === true || found;
        run = createRun();
      }
      run?.push(line);
      found ||= previous === NONE && line.startsWith('Make sure that arguments are regular expressions');
      previous = line;
    }
    return run?.end(tally) === true || found;
  },
});

const START = /^Running \d{1,9} tests? using \d{1,9} workers?(?:, shard \d+ of \d+)?$/;
const NONE = 'Error: No tests found.';
const COUNT = /^ {2}(\d{1,9}) (failed|flaky|skipped|did not run|interrupted|passed)(?: \([\d.]+m?[smh]\))?$/;
const OUTSIDE = /^ {2}(\d{1,9}) errors? (?:was|were) not a part of any test, see above for details$/;
const WORDS: Readonly<Record<string, keyof Counts>> = {
  passed: 'passed',
  // failed first and passed when tried again
  flaky: 'passed',
  failed: 'failed',
  interrupted: 'errored',
  'did not run': 'skipped',
  skipped: 'skipped',
};

function createRun() {
  const counts = new Map<string, number>();
  const tests = new Map<string, TestOutcome>();
  let section = '';
  return {
    push(line: string): void {
      const [, digits = '', word = ''] = COUNT.exec(line) ?? [];
      const errors = OUTSIDE.exec(line)?.[1];
      if (word !== '') counts.set(word, Number(digits));
      else if (errors !== undefined) counts.set('outside', Number(errors));
      section = word === '' && line.startsWith('    ') ? section : word;
      const [, mark = '', test] = TEST.exec(line) ?? [];
      const outcome = MARKS.get(mark);
      if (test !== undefined && outcome !== undefined) tests.set(test.replace(RETRY, ''), outcome);
      const failed = section === 'failed' ? FAILED.exec(line)?.[1] : undefined;
      if (failed?.includes(' › ')) tests.set(failed, 'failed');
    },
    /** Adds the run; false without a summary. */
    end(tally: Tally): boolean {
      for (const [word, count] of counts) tally.count({ [WORDS[word] ?? 'errored']: count });
      if (counts.size === 0) return false;
      for (const [test, outcome] of tests) tally.list(nameOf(test), outcome);
      return true;
    },
  };
}

const TEST = /^ {2}(✓|✘|ok|x|-) {1,4}\d{1,9} (\S.* › .*)$/;
const FAILED = /^ {4}(\S.*?) ─*$/;
const RETRY = /(?: \(retry #\d+\))?(?: \([\d.]+m?[smh]\))?$/;
const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✓', 'passed'],
  ['ok', 'passed'],
  ['✘', 'failed'],
  ['x', 'failed'],
  ['-', 'skipped'],
]);

/** The blocks and the title: what follows the place in the file. */
function nameOf(test: string): string {
  const parts = test.split(' › ');
  const place = parts.findIndex((part) => /:\d+:\d+$/.test(part));
  return parts.slice(place + 1).join(' > ');
}
