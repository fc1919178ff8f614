import { Competition, parse, type RunResult } from '@assay/schema';
import { score } from '@assay/scoring';

/** Who is ahead, by the runs there are so far. Runs that say nothing about their agent are left out. */
export const rankRuns = (results: readonly RunResult[]): Competition =>
  parse(
    Competition,
    score('competition', {
      runs: results.filter((result) => whyUncounted(result) === null).map(toContender),
    }),
  );

/** Why a run says nothing about its agent; null for one that does. */
export const whyUncounted = ({ result, result_reason }: RunResult): string | null =>
  result === 'error' ? result_reason.message : null;

// where nothing was checked, nothing speaks for the change
const isEligible = ({ result }: RunResult): boolean => result === 'passed';

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
