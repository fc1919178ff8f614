import type { Competition, RunResult } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { type Proposal, proposeChange } from '../propose/propose.ts';
import { repositoryFolder, type SeedBase } from './find-base.ts';
import type { AgentBranch } from './make-branches.ts';
import { reviewReason } from './review-reason.ts';

export interface ProposeWinnerOptions {
  /** Push the winner's branch and open its pull request; otherwise only plan it. */
  readonly yes: boolean;
  readonly remote: string;
  /** The target branch; default: the branch of the seed, or the repository's default. */
  readonly base_branch?: string;
  readonly repo?: string;
  readonly github_url?: string;
  /** Writes the text of the pull request in Markdown. */
  readonly describe: (winning: Winning) => string;
}

/** The winner, its run and the competition. */
export interface Winning {
  readonly run: RunResult;
  readonly competition: Competition;
  readonly results: readonly RunResult[];
}

/** A proposal of the winner's change, or why there is none. */
export type WinnerProposal =
  | { readonly proposal: Proposal; readonly reason: null }
  | { readonly proposal: null; readonly reason: string };

interface Decided extends Omit<Winning, 'run'> {
  readonly branches: readonly AgentBranch[];
  readonly base: SeedBase;
}

/** Proposes the winner's change. No other change ever leaves this machine. */
export async function proposeWinner(
  { competition, results, branches, base }: Decided,
  { describe, ...options }: ProposeWinnerOptions & { readonly host: Host; readonly signal: AbortSignal },
): Promise<WinnerProposal> {
  const run = results.find(({ run_id }) => run_id === competition.winning_run_id);
  const branch = branches.find(({ run_id }) => run_id === run?.run_id);
  if (run === undefined || branch === undefined) return refuse(competition.reason);
  if (branch.made === null) return refuse(branch.reason);
  const why = reviewReason(branch.changes);
  if (why !== null) return refuse(`${why}; review ${branch.made.branch} and push it yourself`);
  const base_branch = options.base_branch ?? base.branch;
  const proposal = await proposeChange({
    ...options,
    folder: repositoryFolder(base),
    base: base.commit,
    branch: branch.made.branch,
    changes: branch.changes.map(({ path, file }) => ({ path, file })),
    title: `${run.scenario}: change by ${run.agent}`,
    body: describe({ run, competition, results }),
    // the reviewed commit itself, not a similar one
    message: branch.message,
    committed_at_ms: branch.committed_at_ms,
    ...(base_branch === null ? {} : { base_branch }),
  });
  return { proposal, reason: null };
}

const refuse = (reason: string): WinnerProposal => ({ proposal: null, reason });
