import type { ComparedSide, ComparedTask, ConfirmationRuns, SecondStage, Verdict } from '@assay/schema';
import type { MeasuredRun } from './measured-run.ts';
import { type NameTask, type PairedRuns, pairRuns } from './pair-runs.ts';
import { type PreparedInput, prepareInput } from './verdict-input.ts';

/** Fresh runs of the suspected tasks made so far. */
export interface SecondStageRuns {
  /** 0 before any run. */
  readonly looks_taken: ConfirmationRuns['looks_taken'];
  readonly baseline: readonly MeasuredRun[];
  readonly candidate: readonly MeasuredRun[];
  /** Why it ended before its last look; null if it did not. */
  readonly cut_short: CutShort | null;
}

interface CutShort {
  readonly ended: 'budget' | 'not_made';
  readonly reason: string;
}

/** A planned second stage: part of the error probability is reserved for it. */
export const PLANNED: SecondStageRuns = { looks_taken: 0, baseline: [], candidate: [], cut_short: null };

/** Fresh runs as input of a verdict. */
export interface PreparedFresh {
  readonly input: ConfirmationRuns;
  readonly prepared: PreparedInput;
  readonly tasks: readonly PairedRuns[];
  readonly runs: readonly MeasuredRun[];
}

/** Prepares fresh runs separately: their cost is relative to fresh runs too. */
export function prepareFresh(second: SecondStageRuns | null, nameTask: NameTask): PreparedFresh | undefined {
  if (second === null) return undefined;
  const { looks_taken, baseline, candidate } = second;
  const tasks = pairRuns(baseline, candidate, nameTask);
  const prepared = prepareInput(tasks);
  const input = { looks_taken, baseline: prepared.baseline, candidate: prepared.candidate };
  return { input, prepared, tasks, runs: [...baseline, ...candidate] };
}

export interface DescribeOptions {
  readonly tasks: readonly ComparedTask[];
  readonly fresh: ComparedTask[];
  /** Undefined if the second stage is turned off. */
  readonly cut_short: CutShort | null | undefined;
  readonly sides: { readonly baseline: ComparedSide; readonly candidate: ComparedSide };
  readonly made_before: boolean;
}

/** The result of the second stage; undefined if no task was suspected. */
export function describeSecondStage({ confirmation }: Verdict, options: DescribeOptions): SecondStage | undefined {
  if (confirmation === undefined) return undefined;
  const open = confirmation.tasks.filter(({ status }) => status === 'suspected').map(({ task_id }) => task_id);
  const proven = confirmation.tasks.filter(({ status }) => status === 'proven').map(({ task_id }) => task_id);
  const commands = () =>
    confirmationCommands({
      tasks: options.tasks.filter(({ task_id }) => open.includes(task_id)),
      runs: confirmation.runs_needed,
      sides: options.sides,
    });
  const { fresh: tasks, cut_short } = options;
  if (proven.length > 0)
    return { tasks, ended: 'proven', reason: `fresh runs prove the loss of ${proven.join(', ')}`, commands: [] };
  if (open.length === 0)
    return { tasks, ended: 'cleared', reason: 'fresh runs show no loss, so the suspicion is cleared', commands: [] };
  const settle = `${confirmation.runs_needed} fresh runs on each side of ${open.join(', ')} would settle it`;
  const notMade = (why: string): SecondStage => ({
    tasks,
    ended: 'not_made',
    reason: `${why}: ${settle}`,
    commands: commands(),
  });
  if (cut_short === undefined) return notMade('the second stage is turned off');
  if (options.made_before) return notMade('earlier runs are compared without new ones');
  if (cut_short !== null)
    return { tasks, ended: cut_short.ended, reason: `${cut_short.reason}: ${settle}`, commands: commands() };
  if (confirmation.looks_taken < 2) return { tasks, ended: 'not_made', reason: settle, commands: commands() };
  const reason = `${confirmation.runs_at_most} fresh runs on each side neither prove nor clear ${open.join(', ')}`;
  return { tasks, ended: 'undecided', reason, commands: commands() };
}

interface SettleOptions {
  /** The suspected tasks. */
  readonly tasks: readonly ComparedTask[];
  /** Fresh runs per task and side. */
  readonly runs: number;
  readonly sides: { readonly baseline: ComparedSide; readonly candidate: ComparedSide };
}

/** Commands that run the suspected tasks again on both sides and compare them. */
function confirmationCommands({ tasks, runs, sides: { baseline, candidate } }: SettleOptions): string[] {
  const scenarios = [...new Set(tasks.map(({ scenario }) => scenario))].map(quoteWord).join(' ');
  const agentsOf = ({ agents }: ComparedSide): string => quoteWord(agents.map(withoutModel).join(','));
  if (baseline.configuration !== null && candidate.configuration !== null) {
    const refs = `--baseline ${quoteWord(baseline.configuration.source)} --candidate ${quoteWord(candidate.configuration.source)}`;
    return [`assay compare ${scenarios} ${refs} --agent ${agentsOf(candidate)} --repeat ${runs}`];
  }
  const [before, after] = [agentsOf(baseline), agentsOf(candidate)];
  // agents that differ by more than their name, such as models, have settings that no command repeats
  if (
    baseline.agents.length === 1 &&
    candidate.agents.length === 1 &&
    before !== after &&
    !hasModel(baseline, candidate)
  )
    return [`assay compare ${scenarios} --agent ${after} --against ${before} --repeat ${runs}`];
  const run = (side: ComparedSide, label: string) =>
    `assay run ${scenarios} --agent ${agentsOf(side)} --repeat ${runs} --label ${label}`;
  return [
    `${run(baseline, 'fresh-baseline')}   # with the settings of the baseline`,
    `${run(candidate, 'fresh-candidate')}   # with the settings of the candidate`,
    'assay compare fresh-baseline fresh-candidate',
  ];
}

const hasModel = (...sides: readonly ComparedSide[]): boolean =>
  sides.some(({ agents }) => agents.some((agent) => agent !== withoutModel(agent)));

// `nameAgents` appends the model
const withoutModel = (agent: string): string => agent.replace(/ \(.*\)$/, '');

const quoteWord = (word: string): string =>
  /^[\w.,:@/+-]+$/.test(word) ? word : `'${word.replaceAll(/\p{Cc}/gu, ' ').replaceAll("'", "'\\''")}'`;
