import { AssayError, type Competition, type RunResult } from '@assay/schema';
import { type RunScenariosOptions, runScenarios } from '../../run/run-scenarios.ts';
import type { MissingRun } from '../../run/schedule/run-plan.ts';
import { type LoadedScenario, loadProject } from '../../scenarios/load-project.ts';
import { judgeGradedChange } from '../corners/run-change.ts';
import { requireGithubAccess } from '../propose/propose.ts';
import { findBase, repositoryFolder, type SeedBase } from './find-base.ts';
import { type AgentBranch, makeBranches } from './make-branches.ts';
import { type ProposeWinnerOptions, proposeWinner, type WinnerProposal } from './propose-winner.ts';
import { rankRuns, uncountedReason } from './rank-runs.ts';

export interface CompeteOptions extends Omit<RunScenariosOptions, 'scenarios' | 'resume' | 'dry_run'> {
  readonly scenario: string;
  readonly propose: ProposeWinnerOptions;
}

/** A run that says nothing about its agent, and why. */
interface UncountedRun {
  readonly agent: string;
  readonly repeat: number;
  readonly reason: string;
}

export interface CompeteResult {
  readonly scenario: string;
  readonly competition: Competition;
  readonly results: readonly RunResult[];
  readonly uncounted: readonly UncountedRun[];
  /** The base of the branches; null if there are none. */
  readonly base: SeedBase | null;
  readonly no_base_reason: string | null;
  readonly branches: readonly AgentBranch[];
  readonly winner_proposal: WinnerProposal;
  /** What failed while proposing the winner's change. */
  readonly fault: AssayError | null;
}

/**
 * Runs several agents on one frozen task, each in its own workspace. Each agent's change becomes a local
 * branch, and the winner's is proposed. If a run is missing, nothing is proposed.
 */
export async function compete({ scenario: name, propose, ...options }: CompeteOptions): Promise<CompeteResult> {
  const { host, signal, agents } = options;
  if (new Set(agents).size < 2)
    throw new AssayError('usage', `expected at least two agents, found ${agents.join(', ') || 'none'}`);
  const loaded = await loadOne(name, options);
  const scenario = loaded.scenario.name;
  const found = await findBase(loaded.scenario.workspace_seed, loaded.base).catch(toReason);
  const base = typeof found === 'string' ? null : found;
  if (base !== null && propose.yes) await requireGithubAccess({ ...propose, folder: repositoryFolder(base), host });
  const { results, missing, unseeded } = await runScenarios({
    ...options,
    scenarios: [name],
    resume: false,
    dry_run: false,
    judgeChange: judgeGradedChange,
  });
  const uncounted = [
    ...results.flatMap(toUncounted),
    ...missing.map(describeMissing),
    ...unseeded.flatMap(({ reason }) => agents.map((agent) => ({ agent, repeat: 1, reason }))),
  ];
  for (const agent of agents) {
    const came = [...results, ...uncounted].some((run) => run.agent === agent);
    if (!came) uncounted.push({ agent, repeat: 1, reason: 'the scenario does not allow it' });
  }
  const competition = rankRuns(results);
  const branches = base === null ? [] : await makeBranches(results, competition, { base, scenario, host });
  const shared = {
    scenario,
    competition,
    results,
    uncounted,
    base,
    no_base_reason: typeof found === 'string' ? found : null,
    branches,
  };
  if (base === null) return { ...shared, winner_proposal: refuse(shared.no_base_reason ?? ''), fault: null };
  const [first] = uncounted;
  if (first !== undefined) {
    const reason = `missing runs might have won: ${first.agent}: ${first.reason}`;
    return { ...shared, winner_proposal: refuse(reason), fault: null };
  }
  try {
    const winning = { competition, results, branches, base };
    return { ...shared, winner_proposal: await proposeWinner(winning, { ...propose, host, signal }), fault: null };
  } catch (error) {
    // report the runs and branches even so
    if (!(error instanceof AssayError) || signal.aborted) throw error;
    return { ...shared, winner_proposal: refuse(error.message), fault: error };
  }
}

async function loadOne(
  name: string,
  { folder, config }: Pick<CompeteOptions, 'folder' | 'config'>,
): Promise<LoadedScenario> {
  const { scenarios } = await loadProject({ folder, names: [name], ...(config === undefined ? {} : { config }) });
  const [first, ...others] = scenarios;
  if (first === undefined || others.length > 0)
    throw new AssayError(
      'usage',
      `expected one scenario to compete on, found ${scenarios.map(({ id }) => id).join(', ') || 'none'} by ${name}`,
    );
  return first;
}

function toUncounted(result: RunResult): UncountedRun[] {
  const reason = uncountedReason(result);
  return reason === null ? [] : [{ agent: result.agent, repeat: result.repeat, reason }];
}

const describeMissing = ({ cell, reason }: MissingRun): UncountedRun => ({
  agent: cell.spec.id,
  repeat: cell.repeat,
  reason,
});

function toReason(error: unknown): string {
  if (error instanceof AssayError && error.code === 'not_found') return error.message;
  throw error;
}

const refuse = (reason: string): WinnerProposal => ({ proposal: null, reason });
