import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/**
 * RSpec's output. The format `documentation` names all examples. Others name those that failed or are pending, with a
 * space between groups and description.
 */
export const rspec = defineTextReader({
  format: 'rspec',
  hint: / examples?, /,

  read(text, tally) {
    let [found, previous] = [false, ''];
    let names = createNames();
    for (const line of readLines(text)) {
      names.push(line);
      const [, examples, failures, pending, errors] = (FINISHED.test(previous) ? SUMMARY.exec(line) : null) ?? [];
      previous = line;
      if (examples === undefined) continue;
      found = true;
      const [failed, skipped] = [Number(failures), Number(pending ?? 0)];
      tally.count({ passed: Number(examples) - failed - skipped, failed, errored: Number(errors ?? 0), skipped });
      names.listIn(tally);
      names = createNames();
    }
    return found;
  },
});

const FINISHED = /^Finished in [^()]+ \(files took [^()]+ to load\)$/;
const SUMMARY =
  /^(\d{1,9}) examples?, (\d{1,9}) failures?(?:, (\d{1,9}) pending)?(?:, (\d{1,9}) errors? occurred outside of examples)?$/;
const FAILED = /^(.+) \(FAILED - \d+\)$/;
const PENDING = ' (PENDING: ';
const NUMBERED = /^ {2}\d{1,9}\) (\S.*)$/;
const HEADINGS: ReadonlyMap<string, TestOutcome> = new Map([
  ['Failures:', 'failed'],
  ["Pending: (Failures listed here are expected and do not affect your suite's status)", 'skipped'],
]);

/** Groups and passed examples look the same: a line is a group when the next one is indented deeper. */
function createNames() {
  const blocks = createBlocks();
  const names = createTestNames();
  let section: TestOutcome | undefined;
  let [documented, last]: [boolean, { indent: number; title: string } | undefined] = [false, undefined];

  const document = (line: string): void => {
    const indent = measureIndent(line);
    const title = line.slice(indent);
    if (last !== undefined && title !== '' && indent > last.indent) blocks.open(last.indent, last.title);
    else if (last !== undefined && blocks.nameOf('') !== '') names.add(blocks.nameOf(last.title), 'passed');
    last = undefined;
    if (title === '') return;
    blocks.leave(indent);
    const failed = FAILED.exec(title)?.[1];
    const pending = title.endsWith(')') ? title.indexOf(PENDING) : -1;
    documented ||= failed !== undefined || pending > 0;
    if (failed !== undefined) names.add(blocks.nameOf(failed), 'failed');
    else if (pending > 0) names.add(blocks.nameOf(title.slice(0, pending)), 'skipped');
    else last = { indent, title };
  };
  return {
    listIn: names.listIn,
    push(line: string): void {
      if (section === undefined) document(line);
      section = HEADINGS.get(line) ?? section;
      const name = section === undefined ? undefined : NUMBERED.exec(line)?.[1];
      if (name !== undefined && section !== undefined && !documented) names.add(name, section);
    },
  };
}
