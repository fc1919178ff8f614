import type { Comparison } from '@assay/schema';
import {
  composeHeadline,
  describeDelta,
  describeOutcome,
  describePromotion,
  listComparedTasks,
  listLosses,
  listWorse,
  type WorseItem,
} from '@assay/scoring';
import { formatNoun } from '../../terminal/format.ts';
import { code, formatTable, quote } from '../markdown.ts';
import * as sentences from './sentences.ts';

/** Keeps a comment well below GitHub's limit of 65,536 characters. */
const [MOST_TASKS, MOST_LINES] = [60, 20];

const MARKS = { good: '🟢', muted: '⚪', warn: '🟠', bad: '🔴' } as const;

/** A comparison as a pull request comment. Untrusted text cannot mention, link or break the table. */
export function writeComparisonMarkdown(comparison: Comparison): string {
  const { verdict, baseline, candidate, differences } = comparison;
  const settling = sentences.formatSettling(comparison);
  const consumption = sentences.formatConsumption(comparison);
  const losses = listLosses(comparison);
  return [
    ...losses
      .slice(0, MOST_LINES)
      .map((loss) => `- **${loss.title}** ${code(loss.task_id)}: ${quote(sentences.formatLoss(loss))}`),
    ...(losses.length === 0 ? [] : [...rest(losses.length, MOST_LINES), '']),
    `### ${headlineOf(comparison)}`,
    '',
    `**${verdict.verdict}** ${sentences.formatGain(verdict)}`,
    '',
    `${code(candidate.label)} against ${code(baseline.label)}; ${quote(describePromotion(comparison))}.`,
    ...(settling === null ? [] : ['', `> ${settling}`]),
    ...part('More runs', sentences.listPower(comparison)),
    ...secondStageOf(comparison),
    '',
    ...tableOf(comparison),
    ...part('What got worse', worseOf(comparison, ['proven', 'likely'])),
    ...part('What may have got worse', worseOf(comparison, ['suspected'])),
    ...part('Excluded runs', sentences.listExcludedRuns(comparison).map(quote)),
    ...part('Warnings', sentences.listWarnings(comparison).map(quote)),
    ...folded(
      `What differs (${formatNoun(differences.length, 'file')})`,
      differences.map(({ path, change }) => `${change} ${code(path)}`),
    ),
    '',
    [
      ...(consumption === null ? [] : [quote(consumption)]),
      quote(sentences.formatBasis(comparison)),
      code(comparison.comparison_id),
    ].join('; '),
    '',
  ].join('\n');
}

// numbers of runs and dollars need no escaping; names of sides and tasks do
function headlineOf(comparison: Comparison): string {
  const { answer, tone, text } = composeHeadline(comparison);
  return `${MARKS[tone]} ${answer === "can't tell" && text.startsWith("Can't tell yet:") ? text : quote(text)}`;
}

function tableOf(comparison: Comparison): string[] {
  const rows = listComparedTasks(comparison);
  const cells = rows
    .slice(0, MOST_TASKS)
    .map(({ task_id, task, delta, ...judged }) => [
      code(task_id),
      task === undefined ? '–' : sentences.formatComposite(task.baseline),
      task === undefined ? '–' : sentences.formatComposite(task.candidate),
      describeDelta(delta),
      task === undefined ? '–' : sentences.formatChecks(task),
      judged.note === 'proven' ? `**${describeOutcome(judged)}**` : describeOutcome(judged),
    ]);
  return [
    ...formatTable(['task', 'baseline', 'candidate', 'delta', 'checks', 'outcome'], cells),
    ...rest(rows.length, MOST_TASKS),
  ];
}

const worseOf = (comparison: Comparison, shown: readonly WorseItem['certainty'][]): string[] =>
  listWorse(comparison)
    .filter(({ certainty }) => shown.includes(certainty))
    .map(
      ({ task_id, certainty, reason }) =>
        `**${certainty}** ${task_id === null ? 'over all tasks' : code(task_id)}: ${quote(reason)}`,
    );

function secondStageOf(comparison: Comparison): string[] {
  const second = sentences.describeSecondStage(comparison);
  if (second === null) return [];
  return ['', quote(second.reason), ...second.commands.flatMap((command) => ['', code(command)])];
}

const part = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `**${title}**`, '', ...list(lines)];

const folded = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : ['', `<details><summary>${title}</summary>`, '', ...list(lines), '', '</details>'];

const list = (lines: readonly string[]): string[] => [
  ...lines.slice(0, MOST_LINES).map((line) => `- ${line}`),
  ...rest(lines.length, MOST_LINES),
];

const rest = (count: number, most: number): string[] => (count > most ? ['', `and ${count - most} more`] : []);
