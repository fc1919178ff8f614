import { Competition, CompetitionInput, type Contender } from '@assay/schema';
import { defineFormula, type Unstamped } from '../formula.ts';
import { type Agent, compareRanked, NOT_ELIGIBLE, pooledDeviation, summarizeAgent } from './ranked-agents.ts';

/**
 * Several agents on one task. Only the winner's change is proposed.
 *
 *   eligible   runs with a scorecard whose required scorers pass
 *   rank       by scorecard (mean over an agent's eligible runs), ties by composite, then by wall time
 *   noise      t·s·√(1/n₁ + 1/n₂), s the pooled standard deviation of repeated runs, t Student's 97.5 % point
 *   no lead    scorecards less than 2 points apart: each is rounded by up to half a point in its axes and by up to half
 *              a point in their sum, so that rounding alone can put two equal runs almost 2 points apart. In the same
 *              measure composites less than 0.01 apart (a hundredth is what is shown) and wall times less than 5 %
 *              apart (2 points of the axis of latency) decide nothing either
 *   tie        the leader's scorecard is ahead by no more than the noise; or there is no lead, and neither composite nor
 *              wall time tells the first two apart; or the change that would win is the change of another's best run
 *
 * No eligible run, no winner. Without repeats there is no noise to see and a lead decides. Frozen.
 */
export const competitionV2 = defineFormula({
  id: 'competition',
  version: '2',
  title: 'Competition, equal changes tie',
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
        change: 'a 12-line change',
      },
      {
        agent_id: 'codex',
        run_id: 'b1',
        required_scorers_pass: true,
        scorecard: 88,
        composite: 0.97,
        wall_ms: 48_000,
        change: 'a 40-line change',
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
    const first = findFirst(eligible);
    const ranking = first === undefined ? ordered : [first, ...ordered.filter((agent) => agent !== first)];
    return { ...decide(eligible, first, runs), ranking: ranking.map(({ ranked }) => ranked) };
  },
});

const RESOLUTION = { scorecard: 2, composite: 0.01, wall: 0.05 } as const;
// a difference of exactly the resolution is one, however its parts were added up
const TIE = 1e-9;

const leadOf = (agent: Agent, rival: Agent): number => (agent.ranked.scorecard ?? 0) - (rival.ranked.scorecard ?? 0);

// of those that no lead tells apart, the one that something else does; else the highest scorecard
function findFirst(eligible: readonly Agent[]): Agent | undefined {
  const [top] = eligible;
  if (top === undefined) return undefined;
  const level = eligible.filter((agent) => leadOf(top, agent) < RESOLUTION.scorecard - TIE);
  return level.find((agent) => level.every((other) => other === agent || breakTie(agent, other) > 0)) ?? top;
}

// above 0 where the first one is better
function breakTie({ ranked: a }: Agent, { ranked: b }: Agent): number {
  if (a.composite !== null && b.composite !== null) {
    const difference = a.composite - b.composite;
    if (Math.abs(difference) >= RESOLUTION.composite - TIE) return difference;
  } else if (a.composite !== b.composite) return a.composite === null ? -1 : 1;
  if (a.wall_ms === null || b.wall_ms === null) return 0;
  const difference = b.wall_ms - a.wall_ms;
  return Math.abs(difference) >= RESOLUTION.wall * Math.max(a.wall_ms, b.wall_ms) - TIE ? difference : 0;
}

type Decision = Omit<Unstamped<Competition>, 'ranking'>;

function decide(eligible: readonly Agent[], first: Agent | undefined, runs: readonly Contender[]): Decision {
  const nobody = { winner: null, winning_run_id: null, tied: [] };
  if (first === undefined) return { status: 'no_winner', ...nobody, lead: null, noise: null, reason: NOT_ELIGIBLE };
  const spread = pooledDeviation(eligible.map(({ scorecards }) => scorecards));
  const changes = new Map(runs.map(({ run_id, change = null }) => [run_id, change]));
  const duels = eligible
    .filter((agent) => agent !== first)
    .map((rival) => {
      const lead = leadOf(first, rival);
      const noise =
        spread && spread.t * spread.deviation * Math.sqrt(1 / first.scorecards.length + 1 / rival.scorecards.length);
      return { rival: rival.ranked.agent_id, lead, noise, level: whyLevel(first, rival, { lead, noise, changes }) };
    });
  const level = duels.filter((duel) => duel.level !== null);
  const { lead = null, noise = null, rival } = duels[0] ?? {};
  const { agent_id, best_run_id } = first.ranked;
  if (level.length > 0) {
    const tied = [agent_id, ...level.map((duel) => duel.rival)];
    return { status: 'tie', ...nobody, tied, lead, noise, reason: `${level[0]?.level} between ${tied.join(', ')}` };
  }
  const ahead = (lead ?? 0) < RESOLUTION.scorecard - TIE ? 'level by scorecard, and otherwise ahead' : 'ahead';
  const reason =
    rival === undefined ? `${agent_id} is the only agent with an eligible run` : `${agent_id} is ${ahead} of ${rival}`;
  return { status: 'winner', winner: agent_id, winning_run_id: best_run_id, tied: [], lead, noise, reason };
}

interface Duel {
  readonly lead: number;
  readonly noise: number | null;
  /** By run, where they are known. */
  readonly changes: ReadonlyMap<string, string | null>;
}

function whyLevel(first: Agent, rival: Agent, { lead, noise, changes }: Duel): string | null {
  const [own, other] = [first, rival].map(({ ranked }) => changes.get(ranked.best_run_id ?? '') ?? null);
  if (own !== null && own === other) return 'the change is the same';
  if (noise !== null && noise > 0 && lead <= noise) return 'the lead is inside the noise';
  if (lead >= RESOLUTION.scorecard - TIE || breakTie(first, rival) > 0) return null;
  return 'the lead is less than rounding can make';
}
