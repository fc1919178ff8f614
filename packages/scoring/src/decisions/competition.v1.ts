import { Competition, CompetitionInput } from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';
import { type Agent, compareRanked, NOT_ELIGIBLE, pooledDeviation, summarizeAgent } from './ranked-agents.ts';

/**
 * Several agents on one task. Only the winner's change is proposed.
 *
 *   eligible   runs with a scorecard whose required scorers pass
 *   rank       by scorecard (mean over an agent's eligible runs), ties by composite, then by wall time
 *   noise      t·s·√(1/n₁ + 1/n₂), s the pooled standard deviation of repeated runs, t Student's 97.5 % point
 *   tie        the leader's scorecard is ahead by no more than the noise, or nothing tells the first two apart
 *
 * No eligible run, no winner. Without repeats there is no noise to see and the lead decides. Frozen.
 */
export const competitionV1 = defineFormula({
  id: 'competition',
  version: '1',
  title: 'Competition',
  description: 'Which of several agents did best on one task, or why that cannot be said.',
  input: CompetitionInput,
  output: Competition,
  example: {
    runs: [
      {
        agent_id: 'claude-code',
        run_id: 'a1',
        required_scorers_pass: true,
        scorecard: 91,
        composite: 0.94,
        wall_ms: 61_000,
      },
      { agent_id: 'codex', run_id: 'b1', required_scorers_pass: true, scorecard: 88, composite: 0.97, wall_ms: 48_000 },
      {
        agent_id: 'gemini',
        run_id: 'c1',
        required_scorers_pass: false,
        scorecard: 95,
        composite: 0.9,
        wall_ms: 70_000,
      },
    ],
  },
  compute({ runs }) {
    const agents = [...Map.groupBy(runs, ({ agent_id }) => agent_id)].map(([agent_id, own]) =>
      summarizeAgent(agent_id, own),
    );
    const ordered = agents.toSorted(
      (a, b) => compareRanked(a.ranked, b.ranked) || (a.ranked.agent_id < b.ranked.agent_id ? -1 : 1),
    );
    const eligible = ordered.filter(({ scorecards }) => scorecards.length > 0);
    return { ...decide(eligible), ranking: ordered.map(({ ranked }) => ranked) };
  },
});

function decide([first, ...others]: readonly Agent[]): Omit<Unstamped<Competition>, 'ranking'> {
  const nobody = { winner: null, winning_run_id: null, tied: [] };
  if (first === undefined) return { status: 'no_winner', ...nobody, lead: null, noise: null, reason: NOT_ELIGIBLE };

  const spread = pooledDeviation([first, ...others].map(({ scorecards }) => scorecards));
  const duels = others.map((rival) => ({
    rival: rival.ranked,
    lead: (first.ranked.scorecard ?? 0) - (rival.ranked.scorecard ?? 0),
    noise: spread && spread.t * spread.deviation * Math.sqrt(1 / first.scorecards.length + 1 / rival.scorecards.length),
  }));
  const level = duels.filter(({ rival, lead, noise }) =>
    noise ? lead <= noise : compareRanked(first.ranked, rival) === 0,
  );
  const { lead = null, noise = null, rival } = duels[0] ?? {};
  if (level.length > 0) {
    const tied = [first.ranked.agent_id, ...level.map((duel) => duel.rival.agent_id)];
    return {
      status: 'tie',
      ...nobody,
      tied,
      lead,
      noise,
      reason: `the lead is inside the noise between ${tied.join(', ')}`,
    };
  }
  const { agent_id, best_run_id } = first.ranked;
  const reason =
    rival === undefined
      ? `${agent_id} is the only agent with an eligible run`
      : `${agent_id} is ahead of ${rival.agent_id}`;
  return { status: 'winner', winner: agent_id, winning_run_id: best_run_id, tied: [], lead, noise, reason };
}
