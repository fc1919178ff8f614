import type { ComparedSide, ComparedTask } from '@assay/schema';

export interface SettleOptions {
  /** Those that are in doubt. */
  readonly tasks: readonly ComparedTask[];
  /** Fresh runs per task and side. */
  readonly runs: number;
  readonly sides: { readonly baseline: ComparedSide; readonly candidate: ComparedSide };
}

/** What to type to have the tasks in doubt run again, on both sides, and compared by themselves. */
export function settleCommands({ tasks, runs, sides: { baseline, candidate } }: SettleOptions): string[] {
  const scenarios = [...new Set(tasks.map(({ scenario }) => scenario))].map(quoteWord).join(' ');
  const agentsOf = ({ agents }: ComparedSide): string => quoteWord(agents.map(withoutModel).join(','));
  if (baseline.configuration !== null && candidate.configuration !== null) {
    const refs = `--baseline ${quoteWord(baseline.configuration.source)} --candidate ${quoteWord(candidate.configuration.source)}`;
    return [`assay compare ${scenarios} ${refs} --agent ${agentsOf(candidate)} --repeat ${runs}`];
  }
  const run = (side: ComparedSide, label: string) =>
    `assay run ${scenarios} --agent ${agentsOf(side)} --repeat ${runs} --label ${label}`;
  return [
    `${run(baseline, 'fresh-baseline')}   # as the baseline was run`,
    `${run(candidate, 'fresh-candidate')}   # as the candidate was run`,
    'assay compare fresh-baseline fresh-candidate',
  ];
}

// `nameAgents` says the model behind the id
const withoutModel = (agent: string): string => agent.replace(/ \(.*\)$/, '');

const quoteWord = (word: string): string =>
  /^[\w.,:@/+-]+$/.test(word) ? word : `'${word.replaceAll(/\p{Cc}/gu, ' ').replaceAll("'", "'\\''")}'`;
