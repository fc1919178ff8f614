import type { ReportFormat, TestReport } from '@assay/schema';
import type { Tally } from './tally.ts';

/** Reads one report format. Its input was printed by the code under test, so work is bounded and nothing throws. */
export interface ReportReader {
  readonly format: ReportFormat;
  /** A machine-readable format. If one is found, human-readable summaries of the same tests are not read. */
  readonly structured: boolean;
  /** Whether a text of unknown format is certainly such a report. */
  detect(text: string): boolean;
  /** Adds every report in the text; false when there is none. */
  read(text: string, tally: Tally): boolean;
}

/** Defines a reader. */
export const defineReader = (reader: ReportReader): ReportReader => Object.freeze(reader);

/** The counts of a report. */
export type Counts = Pick<TestReport, 'passed' | 'failed' | 'errored' | 'skipped'>;
