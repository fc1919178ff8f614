import type { Competition, RunResult } from '@assay/schema';
import type { Host } from '../../contracts/host.ts';
import { readRunWithGrade } from '../../run/folders/run-folders.ts';
import { type MadeBranch, makeBranch } from '../propose/git-branch.ts';
import { nameBranches } from './branch-names.ts';
import { repositoryFolder, type SeedBase } from './find-base.ts';
import { uncountedReason } from './rank-runs.ts';
import { type RunChange, readRunChange } from './read-run-change.ts';

/** The change of one agent as a local branch, or why there is none. */
export type AgentBranch = { readonly agent: string; readonly run_id: string } & (
  | {
      readonly made: MadeBranch;
      readonly changes: readonly RunChange[];
      /** Message and time of its commit, from which the same commit can be made again. */
      readonly message: string;
      readonly committed_at_ms: number;
      readonly reason: null;
    }
  | { readonly made: null; readonly changes: null; readonly reason: string }
);

interface BranchOptions {
  readonly base: SeedBase;
  readonly scenario: string;
  readonly host: Host;
}

/** Puts the change of each agent's best run on its own branch. Does not touch any checkout. */
export async function makeBranches(
  results: readonly RunResult[],
  competition: Competition,
  options: BranchOptions,
): Promise<AgentBranch[]> {
  const names = nameBranches(options.scenario, [...new Set(results.map(({ agent }) => agent))]);
  const branches: AgentBranch[] = [];
  for (const [agent, branch] of names) {
    const run = chooseRun(
      results.filter((result) => result.agent === agent),
      competition,
    );
    if (run !== undefined) branches.push(await branchOf(run, { ...options, branch }));
  }
  return branches;
}

// without an eligible run, the best of the others is still worth a look
function chooseRun(own: readonly RunResult[], { ranking }: Competition): RunResult | undefined {
  const best = ranking.find(({ agent_id }) => agent_id === own[0]?.agent)?.best_run_id;
  const counted = own.filter((result) => uncountedReason(result) === null);
  const height = ({ run_id, scorecard, mean_score }: RunResult): number =>
    run_id === best ? Number.POSITIVE_INFINITY : (scorecard?.score ?? -1) + (mean_score ?? 0);
  return counted.toSorted((a, b) => height(b) - height(a))[0];
}

async function branchOf(
  result: RunResult,
  { base, host, branch }: BranchOptions & { readonly branch: string },
): Promise<AgentBranch> {
  const { agent, run_id, folder } = result;
  try {
    const changes = await readRunChange(await readRunWithGrade(folder), base);
    if (changes.length === 0) return { agent, run_id, made: null, changes: null, reason: 'it changed nothing' };
    const commit = { message: describeCommit(result), committed_at_ms: host.now() };
    const made = await makeBranch({
      folder: repositoryFolder(base),
      base: base.commit,
      branch,
      changes: changes.map(({ path, file }) => ({ path, file })),
      ...commit,
      host,
    });
    return { agent, run_id, made, changes, ...commit, reason: null };
  } catch (error) {
    // one agent's branch must not affect the others
    return { agent, run_id, made: null, changes: null, reason: (error as Error).message };
  }
}

function describeCommit({ scenario, agent, run_id, scorecard, result, result_reason, model }: RunResult): string {
  const facts = [
    `Result: ${result}: ${result_reason.message}`,
    `Agent: ${agent}${model === null ? '' : ` (${model})`}`,
    `Scorecard: ${scorecard === null ? 'none' : `${scorecard.score} ${scorecard.tier}`}`,
    ...(scorecard === null
      ? []
      : Object.entries(scorecard.axes).map(([axis, points]) => `  ${axis.replaceAll('_', ' ')}: ${points}`)),
    `Run: ${run_id}`,
  ];
  const text = [`${scenario}: change by ${agent}`, '', ...facts];
  return text.map(withoutControls).join('\n');
}

// the model name comes from an external service
const withoutControls = (line: string): string => line.replaceAll(/[\p{Cc}\u2028\u2029]/gu, ' ');
