import type { PromotionOutcome } from '@assay/harness';
import { onOneLine } from '../terminal/format.ts';
import { escapeControls } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { drawComparison } from './comparison/text.ts';

type Proposal = NonNullable<PromotionOutcome['proposal']>;

/** A promotion as text: the comparison, blockers, and the proposal. */
export function drawPromotion({ comparison, blockers, proposal }: PromotionOutcome, style: Style): string {
  return [
    ...(comparison === null ? [] : [drawComparison(comparison, style)]),
    ...(blockers.length === 0 ? [] : drawBlockers(blockers, { style, compared: comparison !== null })),
    ...(proposal === null ? [] : drawProposal(proposal, style)),
  ].join('\n');
}

function drawBlockers(
  blockers: readonly string[],
  { style, compared }: { readonly style: Style; readonly compared: boolean },
): string[] {
  return [
    style.bad(compared ? 'Not promoted:' : 'Cannot be promoted, so nothing was run:'),
    ...blockers.map((blocker) => `  ${onOneLine(blocker)}`),
    '',
  ];
}

function drawProposal(proposal: Proposal, style: Style): string[] {
  const { status, branch, base_branch, remote, repository, pull_request, diff_stat, title, body } = proposal;
  if (status !== 'planned')
    return [
      style.good(
        `The pull request was ${status === 'created' ? 'opened' : 'updated'}: ${onOneLine(pull_request?.url ?? '')}`,
      ),
      style.dim(`  ${branch} into ${onOneLine(base_branch ?? '')} of ${onOneLine(repository ?? '')}`),
      '',
    ];
  return [
    style.good('Ready to promote; to do this, use --yes:'),
    `  push ${branch} to ${onOneLine(remote)}, and open a pull request into ${onOneLine(base_branch ?? 'the default branch')} of ${onOneLine(repository ?? 'the repository in --repo')}`,
    '',
    ...escapeControls(diff_stat).trimEnd().split('\n'),
    '',
    style.bold(onOneLine(title)),
    '',
    escapeControls(body).trimEnd(),
    '',
  ];
}
