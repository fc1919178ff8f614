import { boundLines } from '../reports/text/lines.ts';
import { cobertura } from './cobertura.ts';
import { coveragePy } from './coverage-py.ts';
import type { CoverageReader } from './coverage-reader.ts';
import { goCoverage } from './go-coverage.ts';
import { istanbulTable } from './istanbul-table.ts';
import { lcov } from './lcov.ts';

const COVERAGE_READERS: readonly CoverageReader[] = [istanbulTable, coveragePy, goCoverage, cobertura, lcov];

/** The code coverage in percent reported by a text; null when it reports none. */
export function readCoverage(full: string): number | null {
  const { text } = boundLines(full);
  for (const { read } of COVERAGE_READERS) {
    const percent = read(text);
    if (percent !== undefined) return percent;
  }
  return null;
}
