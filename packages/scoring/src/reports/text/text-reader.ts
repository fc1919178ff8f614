import type { ReportFormat } from '@assay/schema';
import { defineReader, type ReportReader } from './report-reader.ts';
import { createTally, type Tally } from './tally.ts';

interface TextReader {
  readonly format: ReportFormat;
  /** Words that every such report contains. They save reading most texts line by line. */
  readonly hint: RegExp;
  /** Adds every report in the text; false when there is none. Nothing else prints what it accepts. */
  read(text: string, tally: Tally): boolean;
}

/** Defines a reader of human-readable output that detects a report by reading it. */
export const defineTextReader = ({ format, hint, read }: TextReader): ReportReader =>
  defineReader({
    format,
    structured: false,
    detect: (text) => hint.test(text) && read(text, createTally(new Set())),
    read: (text, tally) => hint.test(text) && read(text, tally),
  });
