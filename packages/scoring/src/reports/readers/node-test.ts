import type { TestOutcome } from '@assay/schema';
import { createBlocks } from '../text/blocks.ts';
import { measureIndent, readLines } from '../text/lines.ts';
import { defineReader } from '../text/report-reader.ts';
import type { Tally } from '../text/tally.ts';

/** Human-readable output of Node's test runner. In TAP, its summary is a comment that is read in the same way. */
export const nodeTest = defineReader({
  format: 'node',
  structured: false,
  detect: (text) => readSummaries(text, undefined) > 0,
  read: (text, tally) => readSummaries(text, tally) > 0,
});

const LINE = /^(?:ℹ|#) ([a-z_]+) (\d{1,9}(?:\.\d+)?)$/;
// always in this order; older versions lack some
const ORDER = ['tests', 'suites', 'pass', 'fail', 'cancelled', 'skipped', 'todo', 'duration_ms'];
const OPTIONAL = new Set(['suites']);

function readSummaries(text: string, tally: Tally | undefined): number {
  let [found, next] = [0, 0];
  let counts: Record<string, number> = {};
  const names = createNames(tally);
  for (const line of readLines(text)) {
    const [, key = '', value = ''] = LINE.exec(line) ?? [];
    if (OPTIONAL.has(ORDER[next] ?? '') && key === ORDER[next + 1]) next++;
    if (key === 'tests' || key !== ORDER[next]) {
      next = 0;
      counts = {};
    }
    if (key === '' || key !== ORDER[next]) {
      names.push(line);
      continue;
    }
    counts[key] = Number(value);
    if (++next < ORDER.length) continue;
    const { pass = 0, fail = 0, cancelled = 0, skipped = 0, todo = 0 } = counts;
    tally?.count({ passed: pass, failed: fail, errored: cancelled, skipped: skipped + todo });
    found++;
    next = 0;
    names.end();
  }
  return found;
}

const MARKS: ReadonlyMap<string, TestOutcome> = new Map([
  ['✔', 'passed'],
  ['✖', 'failed'],
  ['﹣', 'skipped'],
  ['⚠', 'skipped'],
]);
const FOLDED = '▶ ';

function createNames(tally: Tally | undefined) {
  const blocks = createBlocks();
  // failures are repeated after the summary
  let ended = false;
  return {
    end: (): void => {
      ended = true;
    },
    push(line: string): void {
      if (tally === undefined || ended) return;
      const indent = measureIndent(line);
      const content = line.slice(indent);
      const outcome = MARKS.get(content[0] ?? '');
      if (!content.startsWith(FOLDED) && outcome === undefined) return;
      const title = content
        .slice(2)
        .replace(/ # (?:SKIP|TODO)(?: .*)?$/, '')
        .replace(/ \(\d+(?:\.\d+)?ms\)$/, '');
      const closes = blocks.holds(indent, title);
      blocks.leave(indent);
      if (outcome === undefined) blocks.open(indent, title);
      else if (!closes) tally.list(blocks.nameOf(title), outcome);
    },
  };
}
