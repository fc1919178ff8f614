import type { Comparison } from '@assay/schema';
import type { Headline } from '@assay/schema/api';
import {
  type ComparedRow,
  composeHeadline,
  describeDelta,
  describeOutcome,
  describePromotion,
  type JudgedTask,
  listComparedTasks,
  listLosses,
  listWorse,
  type WorseItem,
} from '@assay/scoring';
import { shorten, wrap } from '../../terminal/fit.ts';
import { onOneLine } from '../../terminal/format.ts';
import type { Style } from '../../terminal/style.ts';
import { drawTable } from '../../terminal/table.ts';
import * as sentences from './sentences.ts';

const WIDTH = 120;
/** Minimum width of a task name; if less is left next to the numbers, each task gets its own block. */
const SHORTEST_NAME = 16;
const MOST = 20;

/** A comparison as text: verdict, tasks, regressions, excluded runs, differences and warnings. */
export function drawComparison(comparison: Comparison, style: Style, width = WIDTH): string {
  const { differences } = comparison;
  const headline = composeHeadline(comparison);
  const settling = sentences.formatSettling(comparison);
  const consumption = sentences.formatConsumption(comparison);
  const part = (title: string, lines: readonly string[]) => drawPart(title, lines, { style, width });
  return [
    ...drawLosses(comparison, style, width),
    ...wrap(onOneLine(headline.text), width).map((line) => style.bold(toneStyle(headline, style)(line))),
    ...wrap(onOneLine(sentences.formatSides(comparison)), width).map(style.dim),
    ...drawVerdict(comparison, style, width),
    ...(settling === null ? [] : wrap(settling, width - 2).map((line) => `  ${style.warn(line)}`)),
    '',
    ...drawTasks(listComparedTasks(comparison), style, width),
    ...drawWorse(comparison, style, width),
    ...part('More runs', sentences.listPower(comparison)),
    ...part('Excluded runs', sentences.listExcludedRuns(comparison)),
    ...part(
      'What differs',
      differences.map(({ path, change }) => `${change.padEnd(8)}  ${path}`),
    ),
    ...part('Warnings', sentences.listWarnings(comparison)),
    '',
    ...(consumption === null ? [] : [consumption]),
    ...wrap(onOneLine(sentences.formatBasis(comparison)), width).map(style.dim),
    style.dim(`stored as ${comparison.comparison_id}`),
    '',
  ].join('\n');
}

// before the verdict, because its mean can hide a lost task
function drawLosses(comparison: Comparison, style: Style, width: number): string[] {
  const losses = listLosses(comparison).flatMap((loss) => {
    const { title, task_id, certainty } = loss;
    const text = onOneLine(`${task_id}: ${sentences.formatLoss(loss)}`);
    const [first = '', ...more] = wrap(text, width - title.length - 2);
    const tone = certainty === 'proven' ? style.bad : style.warn;
    return [`${tone(title)}  ${first}`, ...more.map((line) => `  ${line}`)];
  });
  const second = sentences.describeSecondStage(comparison);
  if (second === null) return losses.length === 0 ? [] : [...losses, ''];
  return [
    ...losses,
    ...wrap(onOneLine(second.reason), width - 2).map((line) => `  ${line}`),
    ...second.commands.flatMap((command) => hang(onOneLine(command), width)),
    '',
  ];
}

function drawVerdict(comparison: Comparison, style: Style, width: number): string[] {
  const { verdict } = comparison;
  const [first = '', ...more] = wrap(
    onOneLine(`${sentences.formatGain(verdict)}; ${describePromotion(comparison)}`),
    width - `Verdict ${verdict.verdict}: `.length,
  );
  const tone = toneStyle(composeHeadline(comparison), style);
  return [`${style.bold('Verdict')} ${tone(verdict.verdict)}: ${first}`, ...more.map((line) => `  ${line}`)];
}

const HEADING = ['task', 'baseline', 'candidate', 'delta', 'checks', 'outcome'];

function drawTasks(rows: readonly ComparedRow[], style: Style, width: number): string[] {
  if (rows.length === 0) return ['No tasks to compare.'];
  const cells = rows.map(({ task, delta, ...judged }) => [
    task === undefined ? '–' : sentences.formatComposite(task.baseline),
    task === undefined ? '–' : sentences.formatComposite(task.candidate),
    describeDelta(delta),
    task === undefined ? '–' : sentences.formatChecks(task),
    describeOutcome(judged),
  ]);
  const [numbers = ''] = drawTable(HEADING.slice(1), cells).toSorted((a, b) => b.length - a.length);
  const room = width - numbers.length - 2;
  if (room < SHORTEST_NAME) return rows.flatMap((row) => drawBlock(row, style, width));
  const named = rows.map(({ task_id }, i) => [shorten(onOneLine(task_id), room), ...(cells[i] ?? [])]);
  const [heading = '', ...lines] = drawTable(HEADING, named);
  return [style.bold(heading), ...lines.map((line, i) => outcomeStyle(rows[i], style)(line))];
}

function drawBlock({ task_id, task, delta, ...judged }: ComparedRow, style: Style, width: number): string[] {
  const word = describeOutcome(judged);
  const named = (name: string, text: string) =>
    wrap(text, width - 13).map((line, i) => `  ${(i === 0 ? name : '').padEnd(11)}${line}`);
  return [
    `${style.bold(shorten(onOneLine(task_id), width - word.length - 2))}  ${outcomeStyle(judged, style)(word)}`,
    ...(task === undefined
      ? []
      : [
          ...named('baseline', sentences.formatSide(task.baseline)),
          ...named('candidate', sentences.formatSide(task.candidate)),
        ]),
    ...named('delta', describeDelta(delta)),
  ];
}

function drawWorse(comparison: Comparison, style: Style, width: number): string[] {
  const items = listWorse(comparison);
  const isSuspected = ({ certainty }: WorseItem) => certainty === 'suspected';
  const part = (title: string, shown: readonly WorseItem[]) => drawItems(title, shown, { style, width });
  return [
    ...part(
      'What got worse',
      items.filter((item) => !isSuspected(item)),
    ),
    ...part('What may have got worse', items.filter(isSuspected)),
  ];
}

function drawItems(title: string, items: readonly WorseItem[], { style, width }: { style: Style; width: number }) {
  if (items.length === 0) return [];
  return [
    '',
    style.bold(title),
    ...items.slice(0, MOST).flatMap(({ task_id, certainty, reason }) => {
      const lines = wrap(onOneLine(`${task_id ?? 'over all tasks'}: ${reason}`), width - 13);
      const tone = certainty === 'proven' ? style.bad : style.warn;
      return lines.map((line, i) => `  ${tone((i === 0 ? certainty : '').padEnd(9))}  ${line}`);
    }),
    ...sayRest(items.length),
  ];
}

function drawPart(title: string, lines: readonly string[], { style, width }: { style: Style; width: number }) {
  if (lines.length === 0) return [];
  const shown = lines.slice(0, MOST).flatMap((line) => hang(onOneLine(line), width));
  return ['', style.bold(title), ...shown, ...sayRest(lines.length)];
}

// keeps the spacing of a line that fits
const hang = (line: string, width: number): string[] =>
  line.length <= width - 2
    ? [`  ${line}`]
    : wrap(line, width - 4).map((part, i) => `${i === 0 ? '  ' : '    '}${part}`);

const sayRest = (count: number): string[] => (count > MOST ? [`  and ${count - MOST} more`] : []);

function outcomeStyle(judged: JudgedTask | undefined, style: Style): (text: string) => string {
  switch (judged?.outcome) {
    case 'worse':
      return judged.note === 'proven' ? style.bad : style.warn;
    case 'better':
      return style.good;
    case "can't tell":
      return judged.note === 'suspected' || judged.note === 'not comparable' ? style.warn : (text) => text;
    case undefined:
      return (text) => text;
  }
}

/** The color of a headline. */
export const toneStyle = ({ tone }: Pick<Headline, 'tone'>, style: Style): ((text: string) => string) =>
  ({ good: style.good, bad: style.bad, warn: style.warn, muted: (text: string) => text })[tone];
