import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** ExUnit, run by `mix test`. A test is named `Module > test title`: with `--trace` all, otherwise those that failed. */
export const exunit = defineTextReader({
  format: 'exunit',
  hint: / tests?[, ]|Result: /,

  read(text, tally) {
    let [found, previous] = [false, ''];
    let names = createNames();
    for (const line of readLines(text)) {
      names.push(line);
      const counts = FINISHED.test(previous) ? readSummary(line) : undefined;
      previous = line;
      found ||= line === 'There are no tests to run';
      if (counts === undefined) continue;
      found = true;
      tally.count(counts);
      names.listIn(tally);
      names = createNames();
    }
    return found;
  },
});

const FINISHED = /^Finished in \d+(?:\.\d+)? seconds(?: \(.+\))?$/;
const SUMMARY =
  /^((?:\d{1,9} (?:doctests?|propert(?:y|ies)|tests?), )+)(\d{1,9}) failures?((?:, \d{1,9} [a-z]+)*)(?: \((\d{1,9}) excluded\))?$/;
// since Elixir 1.20
const RESULT = /^Result: (?:(\d{1,9})(?:\/(\d{1,9}))? passed|0 tests)((?:, \d{1,9} [a-z]+)*)$/;

function readSummary(line: string): Counts | undefined {
  const [, kinds, failures, rest = '', excluded] = SUMMARY.exec(line) ?? [];
  if (kinds === undefined) return readResult(line);
  const of = (word: string): number => readPart(rest, word);
  const ran = kinds.split(', ').reduce((sum, part) => sum + Number.parseInt(part || '0', 10), 0);
  const [failed, errored, skipped] = [Number(failures), of('invalid'), of('skipped') + of('excluded')];
  // since Elixir 1.19, excluded tests are in brackets and not part of the total
  const passed = ran - failed - errored - skipped;
  return { passed, failed, errored, skipped: skipped + Number(excluded ?? 0) };
}

function readResult(line: string): Counts | undefined {
  const found = RESULT.exec(line);
  if (found === null) return undefined;
  const [, passed = '0', total = passed, rest = ''] = found;
  const skipped = readPart(rest, 'skipped') + readPart(rest, 'excluded');
  const failed = Math.max(0, Number(total) - Number(passed));
  return { passed: Number(passed), failed, errored: readPart(rest, 'invalid'), skipped };
}

const readPart = (text: string, word: string): number => Number(new RegExp(`, (\\d+) ${word}`).exec(text)?.[1] ?? 0);

// printed when a test starts, and again when it ends
const STARTED = '  * ';
const MODULE = /^([A-Z][\w.]*) \[.+\]$/;
const TRACED = /^ {2}\* (\S.*) \((\d+(?:\.\d+)?ms|skipped|excluded)\)(?: \[L#\d+\])?$/;
const FAILED = /^ {2}\d{1,9}\) (\S.*) \(([A-Z][\w.]*)\)$/;
const INVALID = /^ {2}\d{1,9}\) ([A-Z][\w.]*): failure on setup_all callback/;

function createNames() {
  const [outcomes, invalid] = [new Map<string, { module: string; outcome: TestOutcome }>(), new Set<string>()];
  let current = '';
  return {
    push(line: string): void {
      current = MODULE.exec(line)?.[1] ?? current;
      const [, traced, end = ''] = TRACED.exec(line.slice(Math.max(0, line.lastIndexOf(STARTED)))) ?? [];
      // a test that failed has a time too, and its failure follows
      const outcome = end.endsWith('ms') ? 'passed' : 'skipped';
      if (traced !== undefined) outcomes.set(`${current} > ${traced}`, { module: current, outcome });
      const [, failed, module = ''] = FAILED.exec(line) ?? [];
      if (failed !== undefined) outcomes.set(`${module} > ${failed}`, { module, outcome: 'failed' });
      const broken = INVALID.exec(line)?.[1];
      if (broken !== undefined) invalid.add(broken);
    },
    listIn(tally: Tally): void {
      for (const [name, { module, outcome }] of outcomes) tally.list(name, invalid.has(module) ? 'errored' : outcome);
    },
  };
}
