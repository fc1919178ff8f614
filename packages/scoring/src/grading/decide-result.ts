import { ResultDecision, type ResultInput, type Run, type ScorerResult } from '@assay/schema';
import { findScorer } from '../scorers/index.ts';
import { isGate } from '../scorers/is-gate.ts';

interface Decided {
  readonly run: Pick<Run, 'failure' | 'stages'>;
  readonly grading_failure: Run['failure'] | undefined;
  readonly results: readonly ScorerResult[];
  readonly integrity?: ResultInput['integrity'];
  /** The verdict of a judge that may gate. */
  readonly judge: ResultInput['judge'];
}

/** Decides the result of a run with the formula that `compute` applies. */
export const decideResult = (
  { run, grading_failure, results, integrity, judge }: Decided,
  compute: (input: unknown) => unknown,
): ResultDecision =>
  ResultDecision.parse(
    compute({
      failure: grading_failure ?? run.failure,
      results: results.map((result) => {
        const { name, type, family = usualFamily(type), verdict, reason, findings } = result;
        return { name, family, verdict, required: isGate(result), reason, findings };
      }),
      ...(integrity !== undefined && { integrity }),
      stages: run.stages,
      judge,
    }),
  );

// for results without a family: without its configuration, a list of paths counts as scope
function usualFamily(type: ScorerResult['type']) {
  const family = findScorer(type)?.family;
  return typeof family === 'string' ? family : 'scope';
}
