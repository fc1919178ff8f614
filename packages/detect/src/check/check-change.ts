import type { AllowedTestChange, CheckReport, ScorerSpec } from '@assay/schema';
import { gradeChange, gradeFindings, watchedPaths } from '@assay/scoring';
import type { Change } from '../repository/change.ts';
import { type CustomScoring, scoreChange } from './custom-scoring.ts';
import { readCode } from './read-code.ts';

interface CheckOptions {
  readonly scorers: readonly ScorerSpec[];
  /** The scorers of the configuration; null if none is listed. */
  readonly custom: CustomScoring | null;
  readonly allowed_test_changes: readonly AllowedTestChange[];
  readonly onProgress?: (done: number, total: number) => void;
}

/** Scores a change. */
export async function checkChange(
  change: Change,
  { scorers, custom, allowed_test_changes, onProgress = () => undefined }: CheckOptions,
): Promise<CheckReport> {
  const { baseline_tree, final_tree, changed_paths, ignored_changes, warnings } = change;
  const evidence = {
    baseline_tree,
    final_tree,
    changed_paths: [...changed_paths],
    ignored_changes,
    warnings: [...warnings],
    watched_paths: await change.watch(watchedPaths(scorers)),
    ...(await readCode(change.files, scorers, { ...change, also: listRead(custom), onProgress })),
  };
  const scores = await scoreChange(custom, { scorers, change, evidence });
  const { results, overall, mean_score, mean_required, scored, of } = gradeChange(
    { ...evidence, ...scores },
    {
      scorers,
      allowed: allowed_test_changes,
    },
  );
  return {
    overall,
    mean_score,
    mean_required,
    scored: `${scored} of ${of}`,
    ...gradeFindings(results),
    base: change.base,
    head: change.head,
    changed_files: changed_paths.length,
    warnings: [...warnings],
  };
}

const listRead = (custom: CustomScoring | null): readonly string[] =>
  (custom?.types ?? []).flatMap((type) => custom?.requires(type) ?? []);
