import type { RunResult } from '@assay/schema';
import { writeRecord } from './check/record.ts';
import { judgmentProblems, verdictCell } from './judgment-summary.ts';
import { code, formatTable, quote } from './markdown.ts';
import { formatTotals, isPassed, isUnanswered, RUN_COLUMNS, resultReasons, runCells, runDisplayName } from './runs.ts';

/** Keeps a comment well below GitHub's limit of 65,536 characters. */
const [MOST_RUNS, MOST_REASONS] = [100, 40];

/** Runs as Markdown, for a comment or a summary: one row each, and why runs did not pass. */
export function writeRunsMarkdown(results: readonly RunResult[]): string {
  const judged = results.some(({ judgment }) => judgment !== null);
  const rows = results.slice(0, MOST_RUNS).map((result) => {
    const [word = '', scenario = '', agent = '', ...cells] = runCells(result);
    return [
      ...[`${markOf([result])} ${quote(word)}`, code(scenario), code(agent), ...cells.map(quote)],
      ...(judged ? [quote(verdictCell(result.judgment, result.not_scored))] : []),
    ];
  });
  const reasons = results.flatMap((result) =>
    [...resultReasons(result), ...judgmentProblems(result.judgment)].map(
      (reason) => `- ${code(runDisplayName(result))}: ${quote(reason)}`,
    ),
  );
  return [
    `### ${markOf(results)} ${formatTotals(results)}`,
    '',
    ...formatTable([...RUN_COLUMNS, ...(judged ? ['judge'] : [])], rows),
    ...rest(results.length, MOST_RUNS),
    ...(reasons.length === 0 ? [] : ['', ...reasons.slice(0, MOST_REASONS), ...rest(reasons.length, MOST_REASONS)]),
    // one record for each run would exceed what a comment can hold
    ...(results.length === 1 ? writeRecord(results[0]?.change_record) : []),
    '',
  ].join('\n');
}

// the color of the worst result
function markOf(results: readonly RunResult[]): string {
  if (results.some((result) => !isPassed(result) && !isUnanswered(result))) return '🔴';
  if (results.some(({ result, review }) => result === 'unchecked' || review > 0)) return '🟡';
  return results.every(isPassed) ? '🟢' : '⚪';
}

const rest = (count: number, most: number): string[] => (count > most ? ['', `and ${count - most} more`] : []);
