import type { ReportFormat, TestReport } from '@assay/schema';
import type { Tally } from './tally.ts';

/** One way in which test runners report. What it reads was printed by the code under test: bounded, never thrown at. */
export interface ReportReader {
  readonly format: ReportFormat;
  /** A form for machines: where there is one, summaries for people that say the same again are not read. */
  readonly structured: boolean;
  /** Whether a text that nobody said was a report is one for certain. */
  detect(text: string): boolean;
  /** Adds what the text reports, once for each time it does; false when there is no report in it. */
  read(text: string, tally: Tally): boolean;
}

/** Declares a reader. */
export const defineReader = (reader: ReportReader): ReportReader => Object.freeze(reader);

/** The numbers of a report. */
export type Counts = Pick<TestReport, 'passed' | 'failed' | 'errored' | 'skipped'>;
