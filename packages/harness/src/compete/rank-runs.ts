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

const toContender = ({ agent, run_id, result, scorecard, composite, wall_ms }: RunResult) => ({
  agent_id: agent,
  run_id,
  // where nothing was checked, nothing speaks for the change
  required_scorers_pass: result === 'passed',
  scorecard: scorecard?.score ?? null,
  composite: composite?.composite ?? null,
  wall_ms,
});
