import type { Winning } from '@assay/harness';
import type { Competition, RunResult } from '@assay/schema';
import { formatDuration, formatNoun } from '../terminal/format.ts';
import { formatPoints } from '../terminal/leaderboard.ts';
import { writeRecord } from './check/record.ts';
import { code, formatTable, quote } from './markdown.ts';

/** The pull request text of a winner: leaderboard, scorecard and run id. */
export function writeWinner({ run, competition, results }: Winning): string {
  const agents = [...new Set(results.map(({ agent }) => agent))];
  const repeats = Math.max(...results.map(({ repeat }) => repeat));
  return [
    `${agents.length} agents competed for this change on the same frozen task, each in its own workspace.`,
    '',
    ...writeLeaderboard(competition),
    '',
    ...writeScorecard(run),
    ...writeRecord(run.change_record),
    '',
    run.proven
      ? 'The task is proven: its known solution passes, and doing nothing or cheating fails.'
      : `The task is unproven: ${quote(run.unproven_reason ?? 'it was never tested')}.`,
    ...(run.isolated ? [] : ['The agent was not isolated from the machine it ran on.']),
    ...(run.warnings.length === 0 ? [] : ['', 'Warnings:', '', ...run.warnings.map((text) => `- ${quote(text)}`)]),
    '',
    `Run ${code(run.run_id)} of scenario ${code(run.scenario)} with ${code(run.agent)}; ${formatNoun(repeats, 'run')} per agent. The changes of the other agents were not pushed.`,
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
  const spread = noise === null ? '' : `, noise ${formatPoints(noise)}`;
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
