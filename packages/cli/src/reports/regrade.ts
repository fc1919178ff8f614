import type { Regraded } from '@assay/harness';
import type { Grade } from '@assay/schema';
import { onOneLine } from '../terminal/format.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';
import { verdictCell } from './judgment-summary.ts';
import { formatResult, resultTone } from './runs.ts';

const DIGEST_LENGTH = 12;

/** A regraded run: the first grade next to the new one, with reasons. */
export function drawRegrade({ evidence: { run }, before, after, file, warnings }: Regraded, style: Style): string {
  const cells = ROWS.map(({ name, read }) => [name, read(before), read(after)]);
  const [heading = '', ...rows] = drawTable(['', 'first', onOneLine(after.label ?? 'now')], cells);
  const complaints = after.results.filter(({ verdict }) => verdict === 'FAIL' || verdict === 'ERROR');
  return [
    style.bold(`${onOneLine(run.scenario)} · ${onOneLine(run.agent_id)} · ${run.run_id}`),
    `${resultTone(after, style)(formatResult(after))}  ${onOneLine(after.result_reason.message)}`,
    style.dim(`  ${heading}`),
    ...rows.map((text, index) => `  ${toneOf(cells[index] ?? [], style)(text)}`),
    ...complaints.map(({ name, verdict, required, reason }) =>
      onOneLine(`  ${verdict}${required ? '' : ' (advisory)'} ${name}: ${reason}`),
    ),
    ...(after.restored.length === 0
      ? []
      : [onOneLine(`  restored from the snapshots of the run: ${after.restored.join(', ')}`)]),
    ...warnings.map((warning) => style.warn(`  ${onOneLine(warning)}`)),
    style.dim(`  stored in ${onOneLine(file)}`),
    '',
  ].join('\n');
}

interface Row {
  readonly name: string;
  read(grade: Grade): string;
}

const ROWS: readonly Row[] = [
  { name: 'result', read: formatResult },
  { name: 'scorers', read: ({ overall }) => overall },
  { name: 'mean', read: ({ mean_score, scored, of }) => `${number(mean_score, 2)} (${scored} of ${of})` },
  {
    name: 'scorecard',
    read: ({ scorecard }) =>
      scorecard === null ? '–' : `${scorecard.score} ${scorecard.tier} @${scorecard.formula_version}`,
  },
  {
    name: 'axis',
    read: ({ axis }) =>
      axis === null || axis.score === null
        ? '–'
        : `${axis.score}${axis.partial ? '*' : ''} ${axis.band ?? ''} @${axis.formula_version}`,
  },
  { name: 'composite', read: ({ composite }) => number(composite?.composite ?? null, 3) },
  { name: 'judge', read: ({ judgment, not_scored }) => verdictCell(judgment, not_scored) },
  {
    name: 'judged by',
    read: ({ judgment, interactions_judged }) => onOneLine(judgment?.judge ?? interactions_judged?.judge ?? '–'),
  },
  { name: 'scorers digest', read: ({ scorers_digest }) => scorers_digest?.slice(0, DIGEST_LENGTH) ?? '–' },
];

const number = (value: number | null, digits: number): string => (value === null ? '–' : value.toFixed(digits));

const toneOf = ([, before, after]: readonly string[], style: Style): ((text: string) => string) =>
  before === after ? (text) => text : style.bold;
