import type { ReportFormat, TestReport } from '@assay/schema';
import { ava } from './readers/ava.ts';
import { bats } from './readers/bats.ts';
import { bun } from './readers/bun.ts';
import { cargo } from './readers/cargo.ts';
import { ctest } from './readers/ctest.ts';
import { ctrf } from './readers/ctrf.ts';
import { deno } from './readers/deno.ts';
import { dotnet } from './readers/dotnet.ts';
import { exunit } from './readers/exunit.ts';
import { goJson } from './readers/go-json.ts';
import { goText } from './readers/go-text.ts';
import { gradle } from './readers/gradle.ts';
import { jasmine } from './readers/jasmine.ts';
import { jestJson, vitestJson } from './readers/jest-json.ts';
import { jestText } from './readers/jest-text.ts';
import { junit } from './readers/junit.ts';
import { minitest } from './readers/minitest.ts';
import { mocha } from './readers/mocha.ts';
import { mochaJson } from './readers/mocha-json.ts';
import { nodeTest } from './readers/node-test.ts';
import { phpunit } from './readers/phpunit.ts';
import { playwright } from './readers/playwright.ts';
import { pytest } from './readers/pytest.ts';
import { rspec } from './readers/rspec.ts';
import { rspecJson } from './readers/rspec-json.ts';
import { surefire } from './readers/surefire.ts';
import { tap } from './readers/tap.ts';
import { unittest } from './readers/unittest.ts';
import { vitestText } from './readers/vitest-text.ts';
import { boundLines } from './text/lines.ts';
import type { ReportReader } from './text/report-reader.ts';
import { createTally } from './text/tally.ts';

/** All report formats, machine-readable ones first. */
export const REPORT_READERS: readonly ReportReader[] = [
  junit,
  ctrf,
  vitestJson,
  jestJson,
  goJson,
  mochaJson,
  rspecJson,
  tap,
  pytest,
  vitestText,
  jestText,
  nodeTest,
  cargo,
  unittest,
  goText,
  mocha,
  jasmine,
  ava,
  bun,
  deno,
  playwright,
  rspec,
  minitest,
  phpunit,
  ctest,
  surefire,
  gradle,
  dotnet,
  exunit,
  bats,
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
    if (report !== null) return { ...report, source: 'output' };
  }
  const printed = given.filter(({ structured }) => !structured);
  const report = readWith(printed, text, names);
  return report === null ? null : { ...report, source: 'text' };
}

function readWith(readers: readonly ReportReader[], text: string, wanted: ReadonlySet<string>): TestReport | null {
  const tally = createTally(wanted);
  const found = readers.filter((reader) => reader.read(text, tally));
  const [first] = found;
  const source = first?.structured ? 'output' : 'text';
  return first === undefined ? null : { format: first.format, source, ...tally.total() };
}
