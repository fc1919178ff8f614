import { readLines } from '../reports/text/lines.ts';
import { defineCoverageReader, lowest } from './coverage-reader.ts';

const TOTAL = /^total:\s+\(statements\)\s+(\d{1,3}(?:\.\d+)?)%$/;
const PACKAGE = /^(?:ok\s.*\s)?coverage: (\d{1,3}(?:\.\d+)?)% of statements(?: in \S.*)?$/;

/** The total of `go tool cover` if present; otherwise the unweighted mean of the packages. */
export const goCoverage = defineCoverageReader({
  id: 'go',
  read(text) {
    const [totals, packages]: [number[], number[]] = [[], []];
    for (const line of readLines(text)) {
      const [total, one] = [TOTAL.exec(line)?.[1], PACKAGE.exec(line)?.[1]];
      if (total !== undefined) totals.push(Number(total));
      // with -v a package reports it twice: on a separate line, and after its name
      if (one !== undefined && (line.startsWith('ok') || packages.length === 0)) packages.push(Number(one));
    }
    if (totals.length > 0) return lowest(totals);
    return lowest(packages.length === 0 ? [] : [packages.reduce((sum, percent) => sum + percent, 0) / packages.length]);
  },
});
