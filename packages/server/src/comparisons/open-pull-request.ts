import { AssayError, type ComparisonId, type OrganizationId, parse } from '@assay/schema';
import { ComparisonPullRequest, type ComparisonSummary, type StoredComparison } from '@assay/schema/api';
import { composeHeadline } from '@assay/scoring';
import { createSerialQueue } from '../runs/one-at-a-time.ts';
import type { SaveInTransaction } from '../services/commit.ts';
import type { Services } from '../services/services.ts';
import { findComparison } from './find-comparison.ts';
import { askPromoter } from './plan-pull-request.ts';
import { promoteCommand } from './promote-command.ts';

export interface OpenOptions {
  readonly organization_id: OrganizationId;
  readonly comparison_id: ComparisonId;
  readonly actor: string;
  /** Stores the opened pull request in one transaction with related writes. */
  readonly keep: SaveInTransaction<ComparisonSummary>;
}

// a concurrent request waits and gets the pull request the first one opens: here, so that it takes no connection
const inTurn = createSerialQueue();

/** Opens the pull request of a comparison, unless it exists. Throws if anything blocks it. */
export const openPullRequest = (services: Services, options: OpenOptions): Promise<ComparisonSummary> =>
  inTurn(() =>
    // and in other processes: one that fails deletes its branch, which may be the one of another
    services.store.transaction(async ({ comparisons }) => {
      await comparisons.lockPullRequests(options.organization_id);
      return await openNow(services, options);
    }),
  );

async function openNow(
  { store, promoter, stopping }: Services,
  { organization_id, comparison_id, actor, keep }: OpenOptions,
): Promise<ComparisonSummary> {
  const stored = await findComparison(store, organization_id, comparison_id);
  if (stored.pull_request !== null) return summarize(stored);
  const { workspace_id: _, pull_request: __, ...comparison } = stored;
  // finishes and stores the result even if the client disconnects
  const asked = { organization_id, yes: true, signal: stopping };
  const { blockers, proposal } = await askPromoter(promoter, comparison, asked);
  const opened = proposal?.pull_request ?? null;
  if (opened === null)
    throw new AssayError('conflict', describeRefusal(blockers, promoteCommand(comparison, promoter?.options ?? [])));
  const pull_request = parse(ComparisonPullRequest, { url: opened.url, state: 'open' });
  return await keep((within) =>
    within.store.transaction(async ({ comparisons, audit_log }) => {
      await comparisons.putPullRequest(organization_id, { comparison_id, pull_request });
      await audit_log.append(organization_id, {
        actor,
        action: 'comparison.pull_request',
        target: comparison_id,
        details: { url: pull_request.url },
      });
      return summarize({ ...stored, pull_request });
    }),
  );
}

const describeRefusal = (blockers: readonly string[], command: string | null): string =>
  `The pull request is blocked: ${blockers.join('; ')}${command === null ? '' : `. To run the same checks in the project folder: ${command}`}`;

const summarize = (stored: StoredComparison): ComparisonSummary => ({
  comparison_id: stored.comparison_id,
  workspace_id: stored.workspace_id,
  baseline: stored.baseline.label,
  candidate: stored.candidate.label,
  verdict: stored.verdict.verdict,
  headline: composeHeadline(stored),
  pull_request: stored.pull_request,
  created_at: stored.created_at,
});
