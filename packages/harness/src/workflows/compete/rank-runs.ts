import { Competition, parse, type RunResult } from '@assay/schema';
import { score } from '@assay/scoring';

/** Ranks the runs so far. Excludes runs that say nothing about their agent. */
export const rankRuns = (results: readonly RunResult[]): Competition =>
  parse(
    Competition,
    score('competition', {
      runs: results.filter((result) => uncountedReason(result) === null).map(toContender),
    }),
  );

/** Why a run says nothing about its agent; null if it does. */
export const uncountedReason = ({ result, result_reason }: RunResult): string | null =>
  result === 'error' ? result_reason.message : null;

// an unchecked change is not eligible, nor one whose record blocks it
const isEligible = ({ result, change_record: record }: RunResult): boolean =>
  result === 'passed' && record?.findings.every(({ grade }) => grade !== 'blocks') !== false;

const toContender = (result: RunResult) => {
  const { agent, run_id, scorecard, composite, wall_ms, diff_digest } = result;
  return {
    agent_id: agent,
    run_id,
    required_scorers_pass: isEligible(result),
    scorecard: scorecard?.score ?? null,
    composite: composite?.composite ?? null,
    wall_ms,
    change: diff_digest ?? null,
  };
};
