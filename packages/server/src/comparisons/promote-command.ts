import type { Comparison } from '@assay/schema';

/** The command that promotes a comparison in its project folder; null unless both sides are commits. */
export function promoteCommand(comparison: Comparison, options: readonly string[]): string | null {
  const { baseline, candidate } = comparison;
  const [before, after] = [baseline.configuration?.commit, candidate.configuration?.commit];
  if (!before || !after) return null;
  const words = ['--baseline', before, '--candidate', after, ...howOf(comparison), ...options, '--yes'];
  return `assay promote ${words.map(quoteWord).join(' ')}`;
}

// a comparison of existing runs cannot be promoted: the command compares the two again
function howOf({ comparison_id, seed, tasks }: Comparison): string[] {
  if (seed !== null) return ['--from', `.assay/comparisons/${comparison_id}.json`];
  const [scenarios, agents] = [tasks.map(({ scenario }) => scenario), tasks.map(({ agent }) => agent)];
  return [...new Set(scenarios), '--agent', [...new Set(agents)].join(',')];
}

const quoteWord = (word: string): string => (/^[\w.,:@/+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`);
