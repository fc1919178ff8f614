import type { ReportFormat, TestReport } from '@assay/schema';
import { cargo } from './cargo.ts';
import { ctrf } from './ctrf.ts';
import { goJson } from './go-json.ts';
import { goText } from './go-text.ts';
import { jestJson, vitestJson } from './jest-json.ts';
import { jestText } from './jest-text.ts';
import { junit } from './junit.ts';
import { boundLines } from './lines.ts';
import { nodeTest } from './node-test.ts';
import { pytest } from './pytest.ts';
import type { ReportReader } from './report-reader.ts';
import { createTally } from './tally.ts';
import { tap } from './tap.ts';
import { unittest } from './unittest.ts';
import { vitestText } from './vitest-text.ts';

/** All report formats, machine-readable ones first. */
export const REPORT_READERS: readonly ReportReader[] = [
  junit,
  ctrf,
  vitestJson,
  jestJson,
  goJson,
  tap,
  pytest,
  vitestText,
  jestText,
  nodeTest,
  cargo,
  unittest,
  goText,
];

interface ReadReportOptions {
  /** The required format; default: detected if unambiguous. */
  readonly format?: ReportFormat;
  /** Tests to list even when the list is full. */
  readonly wanted?: Iterable<string>;
}

/**
 * Reads the test report in a text; null when there is none. Human-readable summaries are added up, because a command
 * may run several runners. The code under test can print anything; only the scorer decides what a report is worth.
 */
export function readReport(full: string, { format, wanted = [] }: ReadReportOptions = {}): TestReport | null {
  const { text, whole } = boundLines(full);
  const report = findReport(text, { format, wanted });
  return report === null || whole ? report : { ...report, truncated: true };
}

function findReport(
  text: string,
  { format, wanted }: { format: ReportFormat | undefined; wanted: Iterable<string> },
): TestReport | null {
  const names = new Set(wanted);
  const readers = REPORT_READERS.filter((reader) => format === undefined || reader.format === format);
  const given = format === undefined ? readers.filter((reader) => reader.detect(text)) : readers;
  for (const reader of given.filter(({ structured }) => structured)) {
    const report = readWith([reader], text, names);
    if (report !== null) return report;
  }
  return readWith(
    given.filter(({ structured }) => !structured),
    text,
    names,
  );
}

function readWith(readers: readonly ReportReader[], text: string, wanted: ReadonlySet<string>): TestReport | null {
  const tally = createTally(wanted);
  const found = readers.filter((reader) => reader.read(text, tally));
  const [first] = found;
  return first === undefined ? null : { format: first.format, ...tally.total() };
}
