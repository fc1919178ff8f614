import type { ComparedSide, ComparedTask } from '@assay/schema';

export interface SettleOptions {
  /** The suspected tasks. */
  readonly tasks: readonly ComparedTask[];
  /** Fresh runs per task and side. */
  readonly runs: number;
  readonly sides: { readonly baseline: ComparedSide; readonly candidate: ComparedSide };
}

/** Commands that run the suspected tasks again on both sides and compare them. */
export function confirmationCommands({ tasks, runs, sides: { baseline, candidate } }: SettleOptions): string[] {
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
