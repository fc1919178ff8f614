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
export function whyUncounted({ failure, overall, results }: RunResult): string | null {
  if (failure !== null && failure.side !== 'agent') return `${failure.class}: ${failure.message}`;
  if (overall !== 'ERROR') return null;
  const broken = results.find(({ verdict, required }) => verdict === 'ERROR' && required);
  return `a required scorer could not answer${broken === undefined ? '' : `: ${broken.name}: ${broken.reason}`}`;
}

// where no scorer applies, nothing speaks for the change
const isEligible = ({ overall }: RunResult): boolean => overall === 'PASS';

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
