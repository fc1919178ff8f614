import { readLines } from '../text/lines.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/** Jasmine's output. It names tests that failed or are pending, with a space between suites and title. */
export const jasmine = defineTextReader({
  format: 'jasmine',
  hint: /specs?(?:,| found)/,

  read(text, tally) {
    let [found, previous, broken] = [false, '', 0];
    let section: 'failed' | 'skipped' | undefined;
    const names = createTestNames();
    for (const line of readLines(text)) {
      if (HEADINGS.has(line)) section = HEADINGS.get(line);
      const name = NUMBERED.exec(line)?.[1];
      if (name !== undefined && section !== undefined) names.add(name, section);
      if (line.startsWith('Suite error: ')) broken++;
      // only the next line tells a summary from a sentence
      const [, specs, failures, pending] = (FINISHED.test(line) ? SUMMARY.exec(previous) : null) ?? [];
      if (specs !== undefined) {
        const errored = Math.min(broken, Number(failures));
        const failed = Number(failures) - errored;
        const skipped = Number(pending ?? 0);
        tally.count({ passed: Number(specs) - failed - skipped, failed, errored, skipped });
        names.listIn(tally);
        [section, broken] = [undefined, 0];
      }
      found ||= specs !== undefined || (FINISHED.test(line) && previous === 'No specs found');
      previous = line;
    }
    return found;
  },
});

const SUMMARY = /^(\d{1,9}) specs?, (\d{1,9}) failures?(?:, (\d{1,9}) pending specs?)?$/;
const FINISHED = /^Finished in \d+(?:\.\d+)? seconds?$/;
const NUMBERED = /^\d{1,9}\) (\S.*)$/;
const HEADINGS: ReadonlyMap<string, 'failed' | 'skipped'> = new Map([
  ['Failures:', 'failed'],
  ['Pending:', 'skipped'],
]);
