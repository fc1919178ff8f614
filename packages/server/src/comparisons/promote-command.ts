import type { Comparison } from '@assay/schema';

/** What promotes a comparison from a terminal, in the folder of its project; null where its sides are not of commits. */
export function promoteCommand(comparison: Comparison, options: readonly string[]): string | null {
  const { baseline, candidate } = comparison;
  const [before, after] = [baseline.configuration?.commit, candidate.configuration?.commit];
  if (!before || !after) return null;
  const words = ['--baseline', before, '--candidate', after, ...howOf(comparison), ...options, '--yes'];
  return `assay promote ${words.map(quoteWord).join(' ')}`;
}

// runs that were made before promote nothing: the two are compared anew
function howOf({ comparison_id, seed, tasks }: Comparison): string[] {
  if (seed !== null) return ['--from', `.assay/comparisons/${comparison_id}.json`];
  const [scenarios, agents] = [tasks.map(({ scenario }) => scenario), tasks.map(({ agent }) => agent)];
  return [...new Set(scenarios), '--agent', [...new Set(agents)].join(',')];
}

const quoteWord = (word: string): string => (/^[\w.,:@/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
