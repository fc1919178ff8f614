import { boundLines } from '../reports/lines.ts';
import { cobertura } from './cobertura.ts';
import { coveragePy } from './coverage-py.ts';
import type { CoverageReader } from './coverage-reader.ts';
import { goCoverage } from './go-coverage.ts';
import { istanbulTable } from './istanbul-table.ts';
import { lcov } from './lcov.ts';

/** Every way in which coverage is told. */
const COVERAGE_READERS: readonly CoverageReader[] = [istanbulTable, coveragePy, goCoverage, cobertura, lcov];

/** The share of the code that was run, in percent, as a text tells it; null when it does not. */
export function readCoverage(full: string): number | null {
  const { text } = boundLines(full);
  for (const { read } of COVERAGE_READERS) {
    const percent = read(text);
    if (percent !== undefined) return percent;
  }
  return null;
}
