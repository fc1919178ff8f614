import type { Winning } from '@assay/harness';
import type { Competition, RunResult } from '@assay/schema';
import { formatDuration } from '../terminal/format.ts';
import { formatPoints } from '../terminal/leaderboard.ts';
import { code, formatTable, quote } from './markdown.ts';

/** The text of the pull request of a winner: the leaderboard, the scorecard of its run, and how to run it again. */
export function writeWinner({ run, competition, results }: Winning): string {
  const agents = [...new Set(results.map(({ agent }) => agent))];
  const repeats = Math.max(...results.map(({ repeat }) => repeat));
  return [
    `${agents.length} agents competed for this change on the same frozen task, each in a workspace of its own.`,
    '',
    ...writeLeaderboard(competition),
    '',
    ...writeScorecard(run),
    '',
    run.proven
      ? 'The task was tried on itself: its known solution passes, doing nothing and cheating do not.'
      : `The task is unproven: ${quote(run.unproven_reason ?? 'nobody tried it on itself')}.`,
    ...(run.isolated ? [] : ['The agent was not isolated from the machine it ran on.']),
    ...(run.warnings.length === 0 ? [] : ['', 'Warnings:', '', ...run.warnings.map((text) => `- ${quote(text)}`)]),
    '',
    `Run ${code(run.run_id)} of the scenario ${code(run.scenario)} with ${code(run.agent)}, ${repeats} of each agent. The changes of the others were not pushed.`,
    '',
  ].join('\n');
}

function writeLeaderboard({ ranking, winner, reason, lead, noise }: Competition): string[] {
  const rows = ranking.map(({ agent_id, scorecard, composite, wall_ms, eligible_runs, runs }, index) => [
    agent_id === winner ? '🏆' : `${index + 1}`,
    code(agent_id),
    formatPoints(scorecard),
    composite === null ? '–' : composite.toFixed(3),
    formatDuration(wall_ms),
    `${eligible_runs} of ${runs}`,
  ]);
  const margin = lead === null ? '' : `, by ${formatPoints(lead)} points`;
  const spread = noise === null ? '' : ` with a noise of ${formatPoints(noise)}`;
  return [
    ...formatTable(['', 'agent', 'scorecard', 'composite', 'time', 'eligible runs'], rows),
    '',
    `${quote(reason)}${margin}${spread}.`,
  ];
}

function writeScorecard({ scorecard, result, result_reason }: RunResult): string[] {
  const decided = `Result: **${result}**. ${quote(result_reason.message)}.`;
  if (scorecard === null) return [decided];
  const axes = Object.entries(scorecard.axes).map(([axis, points]) => [axis.replaceAll('_', ' '), String(points)]);
  return [
    decided,
    '',
    `Scorecard ${scorecard.score}, ${scorecard.tier}:`,
    '',
    ...formatTable(['axis', 'points'], axes),
  ];
}
