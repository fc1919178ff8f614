import { rankRuns } from '@assay/harness';
import type { Competition, Ranked } from '@assay/schema';
import { formatDuration, onOneLine } from './format.ts';
import type { LiveRanking } from './run-display.ts';
import { drawTable } from './table.ts';

const HEADING = ['', 'agent', 'card', 'composite', 'time', 'eligible'];

/** The ranking of a competition while it runs. */
export const createLeaderboard = (agents: readonly string[]): LiveRanking => ({
  // there is no winner before the last run
  draw: (finished) => drawLeaderboard({ ...rankRuns(finished), winner: null }, agents),
  say: (finished) => {
    const { ranking } = rankRuns(finished);
    const places = ranking.map(({ agent_id, scorecard }) => `${agent_id} ${formatPoints(scorecard)}`);
    return places.length === 0 ? 'no ranking yet' : `so far: ${places.join(', ')}`;
  },
});

/** The ranking as a table; agents without a finished run come last. */
export function drawLeaderboard({ ranking, winner }: Competition, agents: readonly string[]): string[] {
  const waiting = agents.filter((agent) => !ranking.some(({ agent_id }) => agent_id === agent));
  return drawTable(HEADING, [
    ...ranking.map((ranked, index) => [ranked.agent_id === winner ? '★' : placeOf(ranked, index), ...cellsOf(ranked)]),
    ...waiting.map((agent) => ['·', onOneLine(agent)]),
  ]);
}

const placeOf = ({ eligible_runs }: Ranked, index: number): string => (eligible_runs === 0 ? '–' : `${index + 1}`);

const cellsOf = ({ agent_id, scorecard, composite, wall_ms, eligible_runs, runs }: Ranked): string[] => [
  onOneLine(agent_id),
  formatPoints(scorecard),
  composite === null ? '–' : composite.toFixed(3),
  formatDuration(wall_ms),
  `${eligible_runs} of ${runs}`,
];

/** Scorecard points; a mean has one decimal. */
export const formatPoints = (points: number | null): string => {
  if (points === null) return '–';
  return Number.isInteger(points) ? String(points) : points.toFixed(1);
};
