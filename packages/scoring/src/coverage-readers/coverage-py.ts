import { matchLines } from '../reports/text/lines.ts';
import { defineCoverageReader, lowest } from './coverage-reader.ts';

/** The last row of coverage.py: `TOTAL  120  30  75%`. */
export const coveragePy = defineCoverageReader({
  id: 'coverage.py',
  read: (text) => lowest(matchLines(text, TOTAL).map(Number)),
});

const TOTAL = /^TOTAL(?: +\d{1,9}){2,4} +(\d{1,3}(?:\.\d+)?)% *$/;
