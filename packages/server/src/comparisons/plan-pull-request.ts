import type { PromotionOutcome } from '@assay/harness';
import type { Comparison, OrganizationId } from '@assay/schema';
import type { PullRequestPlan, StoredComparison } from '@assay/schema/api';
import { listComparisonObjections } from '@assay/scoring';
import { createSerialQueue } from '../runs/one-at-a-time.ts';
import type { Promoter } from '../services/promoter.ts';
import type { Services } from '../services/services.ts';
import { promoteCommand } from './promote-command.ts';

export interface PlanOptions {
  readonly organization_id: OrganizationId;
  /** Aborted when the client disconnects. */
  readonly signal: AbortSignal;
}

// each plan runs about a dozen git commands
const inTurn = createSerialQueue();

/** Whether this server can open the pull request of a comparison, and what it would contain. */
export async function planPullRequest(
  { promoter }: Pick<Services, 'promoter'>,
  stored: StoredComparison,
  { organization_id, signal }: PlanOptions,
): Promise<PullRequestPlan> {
  const { pull_request, workspace_id: _, ...comparison } = stored;
  const command = promoteCommand(comparison, promoter?.options ?? []);
  if (pull_request !== null) return { pull_request, can_open: false, blockers: [], proposal: null, command };
  const { promote, blockers, proposal } = await inTurn(() => {
    signal.throwIfAborted();
    return askPromoter(promoter, comparison, { organization_id, yes: false, signal });
  });
  return { pull_request, can_open: promote, blockers: [...blockers], proposal: describeProposal(proposal), command };
}

interface AskOptions extends PlanOptions {
  readonly yes: boolean;
}

/** Promotes a comparison. The repository belongs to the operator, so only comparisons of the operator's organization are pushed. */
export async function askPromoter(
  promoter: Services['promoter'],
  comparison: Comparison,
  { organization_id, ...options }: AskOptions,
): Promise<Awaited<ReturnType<Promoter['promote']>>> {
  if (promoter?.organization_id === organization_id) return await promoter.promote(comparison, options);
  const blockers = [
    'this server was not started in a git repository of yours',
    ...listComparisonObjections(comparison),
  ];
  return { promote: false, blockers, comparison, proposal: null };
}

function describeProposal(proposal: PromotionOutcome['proposal']): PullRequestPlan['proposal'] {
  if (proposal === null) return null;
  const { title, branch, repository, base_branch, diff_stat } = proposal;
  return { title, branch, repository, base_branch, diff_stat };
}
