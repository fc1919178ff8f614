import { join } from 'node:path';
import type { Comparison, Thresholds } from '@assay/schema';
import { savePullRequest } from '../compare/comparison-files.ts';
import { listBlockers } from './list-blockers.ts';
import { type Candidate, type CandidateOptions, openCandidate } from './open-candidate.ts';
import { type Proposal, type ProposeOptions, proposeChange, requireWayIn } from './propose.ts';
import { requireAnswer } from './require-answer.ts';

export interface PromoteOptions
  extends CandidateOptions,
    Omit<ProposeOptions, 'base' | 'branch' | 'changes' | 'title' | 'message' | 'body' | 'committed_at_ms'> {
  /** Without one it is named after the candidate, so that a second call finds the first one's. */
  readonly branch?: string;
  /** A comparison that was made before, or how to make one: not called where nothing could come of it. */
  readonly comparison: Comparison | (() => Promise<Comparison>);
  /** How old the last A/A comparison may be, in days; without it none is required. */
  readonly max_aa_age_days?: number;
  /** How much a comparison may overlook, besides what is usual. */
  readonly thresholds?: Partial<Thresholds>;
  /** What the pull request says. */
  readonly describe: (
    comparison: Comparison,
    candidate: Candidate,
  ) => { readonly title: string; readonly body: string };
}

export interface PromotionOutcome {
  readonly promote: boolean;
  /** Everything that speaks against it. */
  readonly blockers: readonly string[];
  /** Null where it was not made, since nothing could have come of it. */
  readonly comparison: Comparison | null;
  /** Null where it does not promote. */
  readonly proposal: Proposal | null;
}

/**
 * Proposes the artifacts of a candidate where its comparison with the baseline allows it. Fail-closed: everything has
 * to hold, and all that does not is listed.
 */
export async function promote(options: PromoteOptions): Promise<PromotionOutcome> {
  const candidate = await openCandidate(options);
  if (typeof options.comparison === 'function') {
    const blockers = await listBlockers(null, candidate, options);
    if (blockers.length > 0) return { promote: false, blockers, comparison: null, proposal: null };
    if (options.yes) await requireWayIn(options);
  }
  const comparison = typeof options.comparison === 'function' ? await options.comparison() : options.comparison;
  requireAnswer(comparison, candidate);
  const blockers = await listBlockers(comparison, candidate, options);
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
  // it is open, whatever becomes of the note of it
  await savePullRequest(join(folder, '.assay'), { comparison_id, url: pull_request.url }).catch(() => undefined);
}
