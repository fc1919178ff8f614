import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/**
 * Mocha's human-readable output, also as printed by Cypress. The reporter `spec` names all tests, `list` names them
 * without ` > ` between suite and title, and the others name only those that failed.
 */
export const mocha = defineTextReader({
  format: 'mocha',
  hint: / passing/,

  read(text, tally) {
    let [found, previous, inSummary] = [false, '', false];
    const names = createNames();
    const failures = createFailures();
    for (const line of readLines(text)) {
      const passed = previous.trim() === '' ? PASSING.exec(line)?.[1] : undefined;
      const [, digits = '', word = ''] = (inSummary ? OTHERS.exec(line) : null) ?? [];
      if (passed !== undefined) {
        tally.count({ passed: Number(passed) });
        names.listIn(tally);
      } else if (word !== '') tally.count({ [WORDS[word] ?? 'errored']: Number(digits) });
      inSummary = passed !== undefined || word !== '';
      found ||= inSummary;
      const failure = inSummary ? undefined : failures.push(line);
      if (failure !== undefined && found) tally.list(failure, 'failed');
      if (!inSummary) names.push(line);
      previous = line;
    }
    return found;
  },
});

const PASSING = /^ {2}(\d{1,9}) passing \(\d+(?:\.\d+)?(?:ms|s|m|h|d)\)$/;
const OTHERS = /^ {2}(\d{1,9}) (pending|failing)$/;
const WORDS: Readonly<Record<string, keyof Counts>> = { pending: 'skipped', failing: 'failed' };

const PASSED = /^( {2,})[✓✔√] (.+)$/;
const PENDING = /^( {2,})- (.+)$/;
// the reporter `list` overwrites the name of the test that started
const LISTED = /^\r {2}[✓✔√] (.+): \d+ms$/;

function createNames() {
  const blocks = createBlocks();
  const names = createTestNames();
  return {
    listIn: names.listIn,
    push(line: string): void {
      if (!line.startsWith('  ')) return;
      const indent = measureIndent(line);
      const listed = LISTED.exec(line.slice(Math.max(0, line.lastIndexOf('\r'))))?.[1];
      if (listed !== undefined && line.startsWith(`    ${listed}: `)) {
        names.add(listed, 'passed');
        return;
      }
      const passed = PASSED.exec(line)?.[2]?.replace(/ \(\d+ms\)$/, '');
      const pending = PENDING.exec(line)?.[2];
      blocks.leave(indent);
      if (passed !== undefined) names.add(blocks.nameOf(passed), 'passed');
      else if (pending !== undefined) names.add(blocks.nameOf(pending), 'skipped');
      else if (indent < line.length) blocks.open(indent, line.slice(indent));
    },
  };
}

/** The numbered list of failures: suites and title are on one line each, and the title ends with a colon. */
function createFailures() {
  let path: string[] = [];
  return {
    push(line: string): string | undefined {
      const deeper = path.length > 0 && measureIndent(line) === 5 + 2 * path.length;
      if (deeper && path.length < DEEPEST) {
        path.push(line.trim());
        return undefined;
      }
      const name = path.at(-1)?.endsWith(':') ? path.join(' > ').slice(0, -1) : undefined;
      const first = FAILURE.exec(line)?.[1];
      path = first === undefined ? [] : [first];
      return name;
    },
  };
}

const FAILURE = /^ {2}\d{1,9}\) (\S.*)$/;
const DEEPEST = 16;
