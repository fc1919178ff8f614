import type { Comparison } from '@assay/schema';
import { composeHeadline, formatSigned, listLosses } from '@assay/scoring';
import { onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';
import { formatLoss } from './comparison/sentences.ts';
import { toneStyle } from './comparison/text.ts';

const HEADING = ['candidate', 'answer', 'verdict', 'gain', '95 % low', '95 % high', 'tasks', 'spent', 'comparison'];

/** A matrix as text: one row per candidate, each compared with the first entry. */
export function drawMatrix(comparisons: readonly Comparison[], style: Style): string {
  const [heading = '', ...rows] = drawTable(HEADING, comparisons.map(cellsOf));
  const first = comparisons[0]?.baseline.label ?? '';
  return [
    ...comparisons.flatMap((comparison) =>
      listLosses(comparison).map((loss) =>
        style.warn(onOneLine(`${loss.title}  ${comparison.candidate.label}: ${loss.task_id}: ${formatLoss(loss)}`)),
      ),
    ),
    `${style.bold('baseline')}  ${onOneLine(first)}`,
    '',
    style.bold(heading),
    ...rows.map((row, i) => toneStyle(composeHeadline(comparisons[i] as Comparison), style)(row)),
    '',
    style.dim(
      'Verdicts are not corrected for the number of candidates: one in forty equal candidates looks better by chance.',
    ),
    '',
  ].join('\n');
}

const cellsOf = (comparison: Comparison): string[] => {
  const { candidate, verdict, tasks, spent_usd, comparison_id } = comparison;
  return [
    onOneLine(candidate.label),
    onOneLine(composeHeadline(comparison).text),
    verdict.verdict + (verdict.underpowered === true ? ', underpowered' : ''),
    formatSigned(verdict.net_gain),
    verdict.interval === undefined ? '–' : formatSigned(verdict.interval.low),
    verdict.interval === undefined ? '–' : formatSigned(verdict.interval.high),
    String(tasks.length),
    spent_usd === null ? '–' : `$${spent_usd.toFixed(4)}`,
    comparison_id,
  ];
};
