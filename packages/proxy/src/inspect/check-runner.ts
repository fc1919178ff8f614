import type { EvaluationCheck } from '@assay/schema';
import { runChecks } from '@assay/scoring';
import type { RunChecks } from './judge-call.ts';

/** Runs these checks on a call; the default checks if undefined. */
export function createCheckRunner(checks: readonly EvaluationCheck[] | undefined): RunChecks {
  // an empty list: only errors fail
  if (checks?.length === 0) return () => ({ passed: true, checks: [] });
  // the duration of checks is not logged, so no clock is needed
  return (checked) => runChecks({ ...checked, checks }, { clock: () => 0 });
}
