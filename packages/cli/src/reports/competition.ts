import type { CompeteResult } from '@assay/harness';
import type { Competition } from '@assay/schema';
import { onOneLine } from '../terminal/format.ts';
import { drawLeaderboard, formatPoints } from '../terminal/leaderboard.ts';
import type { Style } from '../terminal/style.ts';

/** A competition as text: ranking, outcome, branches and proposal. */
export function drawCompetition(result: CompeteResult, style: Style): string {
  const { competition, results, uncounted } = result;
  const agents = [...new Set([...results.map(({ agent }) => agent), ...uncounted.map(({ agent }) => agent)])];
  const [heading = '', ...rows] = drawLeaderboard(competition, agents);
  return [
    style.bold(heading),
    ...rows,
    '',
    conclude(competition, style),
    ...uncounted.map(({ agent, repeat, reason }) =>
      style.warn(`not counted: ${onOneLine(`${agent} · ${repeat}: ${reason}`)}`),
    ),
    '',
    ...drawBranches(result, style),
    '',
    ...drawProposal(result, style),
    '',
  ].join('\n');
}

function conclude({ status, reason, lead, noise }: Competition, style: Style): string {
  // no margin unless the scorecard decided
  const margin = lead === null || lead <= 0 ? '' : ` by ${formatPoints(lead)} points`;
  const spread = noise === null ? '' : `, noise ${formatPoints(noise)}`;
  const said = onOneLine(`${reason}${margin}${spread}`);
  switch (status) {
    case 'winner':
      return `${style.good('winner')}: ${said}`;
    case 'tie':
      return `${style.warn('tie')}: ${said}`;
    case 'no_winner':
      return `${style.bad('no winner')}: ${said}`;
  }
}

function drawBranches({ base, no_base_reason, branches }: CompeteResult, style: Style): string[] {
  if (base === null) return [style.dim(onOneLine(no_base_reason ?? ''))];
  return branches.map(({ agent, made, changes, reason }) =>
    made === null
      ? style.dim(onOneLine(`${agent}: no branch, ${reason}`))
      : onOneLine(`${made.branch}  ${made.commit.slice(0, 12)}  ${count(changes.length)} changed`),
  );
}

const count = (files: number): string => `${files} ${files === 1 ? 'file' : 'files'}`;

function drawProposal({ winner_proposal: { proposal, reason }, competition }: CompeteResult, style: Style): string[] {
  if (proposal === null)
    return competition.status === 'winner' ? [style.warn(`not proposed: ${onOneLine(reason)}`)] : [];
  const { status, branch, remote, pull_request, base_branch } = proposal;
  if (status === 'planned')
    return [
      `would push ${onOneLine(branch)} to ${onOneLine(remote)} and open a pull request into ${onOneLine(base_branch ?? 'its default branch')}`,
      style.dim('to do this, use --yes'),
    ];
  return [style.good(onOneLine(`pull request ${status}: ${pull_request?.url ?? ''}`))];
}
