import { formatCount, formatNoun } from '../../../shared/format.ts';

/** Runs of a cell or a day by result. */
interface ResultCounts {
  readonly passed: number;
  /** Failed or tampered. */
  readonly not_passed: number;
  readonly tampered: number;
  readonly unchecked: number;
  readonly errored: number;
}

/** Runs that count for the pass rate: errors and unchecked runs do not. */
export const countDecidedRuns = ({ passed, not_passed }: ResultCounts): number => passed + not_passed;

/** Null if no run counts. */
export function computePassRate(counts: ResultCounts): number | null {
  const decided = countDecidedRuns(counts);
  return decided === 0 ? null : counts.passed / decided;
}

/** `1 of 4 runs passed, 1 tampered, 1 error`: of all runs, so that errors hide nothing. */
export function formatCounts(counts: ResultCounts): string {
  const { passed, tampered, unchecked, errored } = counts;
  return [
    `${formatCount(passed)} of ${formatNoun(countDecidedRuns(counts) + unchecked + errored, 'run')} passed`,
    ...(tampered === 0 ? [] : [`${formatCount(tampered)} tampered`]),
    ...(unchecked === 0 ? [] : [`${formatCount(unchecked)} unchecked`]),
    ...(errored === 0 ? [] : [formatNoun(errored, 'error')]),
  ].join(', ');
}
