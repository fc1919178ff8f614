import { matchLines } from '../reports/text/lines.ts';
import { defineCoverageReader, lowest } from './coverage-reader.ts';

/** The table that Istanbul and c8 print: `All files | 84.2 | 70 | 90 | 84.2 |`, whose first number is statements. */
export const istanbulTable = defineCoverageReader({
  id: 'istanbul',
  read: (text) => lowest(matchLines(text, ALL_FILES).map(Number)),
});

const ALL_FILES = /^All files +\| +(\d{1,3}(?:\.\d+)?) +\|/;
