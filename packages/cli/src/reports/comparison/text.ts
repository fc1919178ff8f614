import type { Comparison, Verdict } from '@assay/schema';
import {
  type ComparedRow,
  describeDelta,
  describeRegression,
  listComparedTasks,
  orderRegressions,
  type TaskWord,
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
  const { verdict, differences } = comparison;
  const settling = sentences.formatSettling(comparison);
  const consumption = sentences.formatConsumption(comparison);
  const part = (title: string, lines: readonly string[]) => drawPart(title, lines, { style, width });
  return [
    ...drawLosses(comparison, style, width),
    ...wrap(onOneLine(sentences.formatSides(comparison)), width).map(style.dim),
    ...drawVerdict(verdict, style, width),
    ...(settling === null ? [] : wrap(settling, width - 2).map((line) => `  ${style.warn(line)}`)),
    '',
    ...drawTasks(listComparedTasks(comparison), style, width),
    ...drawRegressions(comparison, style, width),
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
  const losses = sentences.listLosses(comparison).flatMap(({ title, task_id, reason }) => {
    const [first = '', ...more] = wrap(onOneLine(`${task_id}: ${reason}`), width - title.length - 2);
    const tone = title === 'Lost task' ? style.bad : style.warn;
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

function drawVerdict(verdict: Verdict, style: Style, width: number): string[] {
  const { verdict: word, promote } = verdict;
  const [first = '', ...more] = wrap(
    `${sentences.formatGain(verdict)}; ${promote ? 'can be promoted' : 'not promoted'}`,
    width - `Verdict ${word}: `.length,
  );
  return [`${style.bold('Verdict')} ${toneOf(word, style)(word)}: ${first}`, ...more.map((line) => `  ${line}`)];
}

const HEADING = ['task', 'baseline', 'candidate', 'delta', 'checks', 'outcome'];

function drawTasks(rows: readonly ComparedRow[], style: Style, width: number): string[] {
  if (rows.length === 0) return ['No tasks to compare.'];
  const cells = rows.map(({ task, delta, word }) => [
    task === undefined ? '–' : sentences.formatComposite(task.baseline),
    task === undefined ? '–' : sentences.formatComposite(task.candidate),
    describeDelta(delta),
    task === undefined ? '–' : sentences.formatChecks(task),
    word,
  ]);
  const [numbers = ''] = drawTable(HEADING.slice(1), cells).toSorted((a, b) => b.length - a.length);
  const room = width - numbers.length - 2;
  if (room < SHORTEST_NAME) return rows.flatMap((row) => drawBlock(row, style, width));
  const named = rows.map(({ task_id }, i) => [shorten(onOneLine(task_id), room), ...(cells[i] ?? [])]);
  const [heading = '', ...lines] = drawTable(HEADING, named);
  return [style.bold(heading), ...lines.map((line, i) => toneOf(rows[i]?.word, style)(line))];
}

function drawBlock({ task_id, task, delta, word }: ComparedRow, style: Style, width: number): string[] {
  const named = (name: string, text: string) =>
    wrap(text, width - 13).map((line, i) => `  ${(i === 0 ? name : '').padEnd(11)}${line}`);
  return [
    `${style.bold(shorten(onOneLine(task_id), width - word.length - 2))}  ${toneOf(word, style)(word)}`,
    ...(task === undefined
      ? []
      : [
          ...named('baseline', sentences.formatSide(task.baseline)),
          ...named('candidate', sentences.formatSide(task.candidate)),
        ]),
    ...named('delta', describeDelta(delta)),
  ];
}

function drawRegressions({ verdict: { regressions } }: Comparison, style: Style, width: number): string[] {
  if (regressions.length === 0) return [];
  return [
    '',
    style.bold('What got worse'),
    ...orderRegressions(regressions)
      .slice(0, MOST)
      .flatMap((regression) => {
        const { status, task_id } = regression;
        const lines = wrap(onOneLine(`${task_id ?? 'over all tasks'}: ${describeRegression(regression)}`), width - 13);
        const tone = status === 'proven' ? style.bad : style.warn;
        return lines.map((line, i) => `  ${tone((i === 0 ? status : '').padEnd(9))}  ${line}`);
      }),
    ...sayRest(regressions.length),
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

function toneOf(word: TaskWord | Comparison['verdict']['verdict'] | undefined, style: Style): (text: string) => string {
  switch (word) {
    case 'regressed':
      return style.bad;
    case 'suspected':
    case 'not comparable':
    case 'worse':
    case 'neutral':
      return style.warn;
    case 'better':
    case 'improved':
      return style.good;
    case 'undecided':
    case 'one run':
    case undefined:
      return (text) => text;
  }
}
