import { join } from 'node:path';
import type { Comparison, Thresholds } from '@assay/schema';
import { savePullRequest } from '../compare/comparison-files.ts';
import { listUnmetConditions } from './list-unmet-conditions.ts';
import { type Candidate, type CandidateOptions, openCandidate } from './open-candidate.ts';
import { type Proposal, type ProposeOptions, proposeChange, requireGithubAccess } from './propose.ts';
import { requireAnswer } from './require-answer.ts';

export interface PromoteOptions
  extends CandidateOptions,
    Omit<ProposeOptions, 'base' | 'branch' | 'changes' | 'title' | 'message' | 'body' | 'committed_at_ms'> {
  /** Default: named after the candidate, so that a second call finds the same branch. */
  readonly branch?: string;
  /** An existing comparison, or a function that makes one; not called if the promotion is blocked anyway. */
  readonly comparison: Comparison | (() => Promise<Comparison>);
  /** Maximum age of the last A/A test in days; undefined requires none. */
  readonly max_aa_age_days?: number;
  /** Accepted thresholds beyond the defaults. */
  readonly thresholds?: Partial<Thresholds>;
  /** Writes the pull request. */
  readonly describe: (
    comparison: Comparison,
    candidate: Candidate,
  ) => { readonly title: string; readonly body: string };
}

export interface PromotionOutcome {
  readonly promote: boolean;
  /** All reasons against it. */
  readonly blockers: readonly string[];
  /** Null if it was not made, because the promotion was blocked before. */
  readonly comparison: Comparison | null;
  /** Null if not promoted. */
  readonly proposal: Proposal | null;
}

/**
 * Proposes a candidate's artifacts if its comparison allows it. Fail-closed: every condition must hold, and
 * all failed ones are listed.
 */
export async function promote(options: PromoteOptions): Promise<PromotionOutcome> {
  const candidate = await openCandidate(options);
  if (typeof options.comparison === 'function') {
    const blockers = await listUnmetConditions(null, candidate, options);
    if (blockers.length > 0) return { promote: false, blockers, comparison: null, proposal: null };
    if (options.yes) await requireGithubAccess(options);
  }
  const comparison = typeof options.comparison === 'function' ? await options.comparison() : options.comparison;
  requireAnswer(comparison, candidate);
  const blockers = await listUnmetConditions(comparison, candidate, options);
  if (blockers.length > 0) return { promote: false, blockers, comparison, proposal: null };
  const { base, changes, committed_at_ms } = candidate;
  const branch = options.branch ?? `assay/promote-${candidate.candidate.ref.digest.slice(0, 8)}`;
  const text = options.describe(comparison, candidate);
  const proposal = await proposeChange({ ...options, base, branch, changes, committed_at_ms, ...text });
  await noteProposal(comparison, proposal, options.folder);
  return { promote: true, blockers: [], comparison, proposal };
}

async function noteProposal({ comparison_id }: Comparison, { pull_request }: Proposal, folder: string): Promise<void> {
  if (pull_request === null) return;
  // the pull request is open even if this note fails
  await savePullRequest(join(folder, '.assay'), { comparison_id, url: pull_request.url }).catch(() => undefined);
}
