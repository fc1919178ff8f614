import type { Candidate } from '@assay/harness';
import type { Comparison } from '@assay/schema';
import { formatSigned, listLoosenedThresholds } from '@assay/scoring';
import { onOneLine } from '../terminal/format.ts';
import { writeComparisonMarkdown } from './comparison/markdown.ts';
import { code } from './markdown.ts';

/** The pull request of a promotion: verdict, tasks, evidence, and the command to reproduce it. */
export function writePromotion(comparison: Comparison, candidate: Candidate): { title: string; body: string } {
  const { verdict, input, input_digest, comparison_id } = comparison;
  const { min_composite_gain, regression_composite_drop } = input.thresholds;
  const widened = listLoosenedThresholds(input.thresholds);
  const body = [
    writeComparisonMarkdown(comparison).trimEnd(),
    '',
    '### Evidence',
    '',
    ...widened.map((what) => `- ⚠️ **${what}**`),
    `- input ${code(input_digest)} of comparison ${code(comparison_id)}`,
    `- baseline ${code(candidate.baseline.ref.digest)} at ${code(candidate.base)}`,
    `- candidate ${code(candidate.candidate.ref.digest)} at ${code(candidate.candidate.ref.commit ?? '')}`,
    `- better by more than ${min_composite_gain}; no task worse by more than ${regression_composite_drop}; every scenario proven`,
    `- this branch is the baseline plus the candidate’s artifacts, nothing else`,
    '',
    '### Reproduce',
    '',
    ...fenced(repeatCommand(comparison, candidate)),
    '',
  ].join('\n');
  const short = candidate.candidate.ref.digest.slice(0, 8);
  return { title: `Agent configuration ${short}: ${verdict.verdict} by ${formatSigned(verdict.net_gain)}`, body };
}

function repeatCommand({ tasks, seed, looks, input }: Comparison, { base, candidate }: Candidate): string {
  const { min_composite_gain, regression_composite_drop, objective_drop_is_regression } = input.thresholds;
  const repeat = Math.max(1, ...tasks.map((task) => task.baseline.run_ids.length));
  const scenarios = [...new Set(tasks.map(({ scenario }) => scenario))];
  const agents = [...new Set(tasks.map(({ agent }) => agent))];
  return [
    'assay compare',
    ...scenarios.map(quoteWord),
    `--baseline ${base} --candidate ${candidate.ref.commit}`,
    `--agent ${quoteWord(agents.join(','))}`,
    looks === null ? `--repeat ${repeat}` : `--max-rounds ${looks.planned + 1}`,
    `--min-gain ${min_composite_gain} --max-drop ${regression_composite_drop}`,
    ...(objective_drop_is_regression ? [] : ['--allow-check-drops']),
    ...(input.confirmation === undefined ? ['--no-confirm'] : []),
    ...(seed === null ? [] : [`--seed ${quoteWord(seed)}`]),
  ].join(' ');
}

const quoteWord = (word: string): string =>
  /^[\w.,:@/+-]+$/.test(word) ? word : `'${onOneLine(word).replaceAll("'", "'\\''")}'`;

// a fence must be longer than any backtick run in the text
function fenced(text: string): string[] {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sh`, text, fence];
}
