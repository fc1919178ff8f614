import type { Grade } from '@assay/schema';
import type { PinnedFinding } from './diff-rows.ts';

/** Every finding of a grade, to pin below its line. */
export const pinnedFindings = (
  grade: Pick<Grade, 'results' | 'integrity' | 'judgment'> | undefined,
): PinnedFinding[] => [
  ...(grade?.results ?? [])
    .filter(({ verdict }) => verdict === 'FAIL')
    .flatMap(({ name, findings }) => findings.map((finding) => ({ by: name, finding }))),
  // findings of a listed check are already in the results
  ...(grade?.integrity.findings ?? [])
    .filter(({ check }) => check === undefined)
    .map((finding) => ({ by: finding.type, finding })),
  ...(grade?.judgment?.findings ?? []).map((finding) => ({ by: 'judge', finding })),
];
