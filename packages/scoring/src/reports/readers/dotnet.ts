import type { TestOutcome } from '@assay/schema';
import { readLines } from '../text/lines.ts';
import type { Counts } from '../text/report-reader.ts';
import { createTestNames } from '../text/test-names.ts';
import { defineTextReader } from '../text/text-reader.ts';

/**
 * The output of `dotnet test`: a line for each assembly, the line of the terminal logger, or the list of the testing
 * platform. It names tests that failed, and at a higher verbosity all.
 */
export const dotnet = defineTextReader({
  format: 'dotnet',
  hint: /ailed: |No test is available in /,

  read(text, tally) {
    let found = false;
    const names = createTestNames();
    const platform = createPlatform();
    for (const line of readLines(text)) {
      const [, word = '', name] = TEST.exec(line) ?? [];
      const outcome = OUTCOMES.get(word.toLowerCase());
      if (name !== undefined && outcome !== undefined) names.add(name, outcome);
      const counts = readLine(line) ?? platform.push(line);
      found ||= counts !== undefined || NONE.test(line);
      if (counts === undefined) continue;
      tally.count(counts);
      names.listIn(tally);
    }
    return found;
  },
});

const ASSEMBLY =
  /^(?:Passed|Failed|Skipped)! +- Failed: +(\d{1,9}), Passed: +(\d{1,9}), Skipped: +(\d{1,9}), Total: +\d{1,9}(?:, Duration: .*)?$/;
const LOGGER =
  /^Test summary: total: \d{1,9}, failed: (\d{1,9}), succeeded: (\d{1,9}), skipped: (\d{1,9})(?:, duration: .*)?$/;
const NONE = /^No test is available in .+\. Make sure that test discoverer & executors are registered/;

function readLine(line: string): Partial<Counts> | undefined {
  const [, failed, passed, skipped] = ASSEMBLY.exec(line) ?? LOGGER.exec(line) ?? [];
  if (failed === undefined) return undefined;
  return { failed: Number(failed), passed: Number(passed), skipped: Number(skipped) };
}

const START = /^Test run summary: \S/;
const PART = /^ {2}(error|total|failed|succeeded|skipped): (\d{1,9})$/;

/** The testing platform prints each number on its own line; `skipped` is the last. */
function createPlatform() {
  let parts: Map<string, number> | undefined;
  return {
    push(line: string): Partial<Counts> | undefined {
      if (START.test(line)) parts = new Map();
      const [, word = '', digits] = PART.exec(line) ?? [];
      parts?.set(word, Number(digits ?? 0));
      if (parts === undefined || word !== 'skipped' || !parts.has('total')) return undefined;
      const of = (key: string): number => parts?.get(key) ?? 0;
      const counts = { passed: of('succeeded'), failed: of('failed'), errored: of('error'), skipped: of('skipped') };
      parts = undefined;
      return counts;
    },
  };
}

const TEST = /^(?: {2})?(passed|failed|skipped) (\S.*) [[(](?:< )?\d[\d .hms]{0,20}[\])]$/i;
const OUTCOMES: ReadonlyMap<string, TestOutcome> = new Map([
  ['passed', 'passed'],
  ['failed', 'failed'],
  ['skipped', 'skipped'],
]);
