import type { GradedTranscript, ReportedRun } from '@assay/schema';
import { shorten } from '../terminal/fit.ts';
import { drawTable, formatDuration } from '../terminal/format.ts';
import { escapeControls } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { drawInsights } from './insights.ts';
import { drawJudgment } from './judgment.ts';
import { judgeTotals, verdictCell } from './judgment-summary.ts';
import { drawAxis, drawScorecard } from './score-card.ts';

type Compare = (a: GradedTranscript, b: GradedTranscript) => number;

const highest =
  (pick: (grade: GradedTranscript) => number | null): Compare =>
  (a, b) =>
    (pick(b) ?? -1) - (pick(a) ?? -1);

/** Sort orders for grades; missing numbers come last. */
export const SORTS = {
  time: (a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? '', 'en'),
  axis: highest(({ axis }) => axis.score),
  scorecard: highest(({ scorecard }) => scorecard?.score ?? null),
  cost: highest(({ cost_usd }) => cost_usd),
  duration: highest(({ wall_ms }) => wall_ms),
  errors: highest(({ interactions }) => interactions.errors),
} satisfies Record<string, Compare>;
export type Sort = keyof typeof SORTS;

type Details = Omit<ReportedRun, 'grade'>;

/** One session: how it ended, its scores and lost points, and its consumption. */
export function drawGrade(grade: GradedTranscript, details: Details | undefined, style: Style): string {
  const { axis, scorecard, scorecard_reason, interactions, warnings, redactions, judgment } = grade;
  const version = [grade.agent_version, grade.model].filter(Boolean).join(' · ');
  const { environment, service, agent } = interactions.by_category;
  const calls = `${interactions.total} interactions: ${environment} environment, ${service} service, ${agent} agent; ${interactions.errors} failed`;
  const insights = drawInsights(grade, style);
  return [
    `${style.bold(escapeControls(grade.agent))} ${style.dim(escapeControls(version))}\n${style.dim(escapeControls(grade.source))}`,
    `${drawEnd(grade, style)}\n${calls}\n${drawConsumption(grade)}`,
    ...(details && details.interactions.length > 0 ? [drawTimeline(details.interactions, style)] : []),
    drawAxis(axis, style, details && ((ref) => describe(ref, details))).trimEnd(),
    ...(insights.length > 0 ? [insights.join('\n')] : []),
    scorecard === null
      ? style.dim(`No scorecard: ${escapeControls(scorecard_reason ?? '')}`)
      : drawScorecard(scorecard, style).trimEnd(),
    ...(judgment === null ? [] : [drawJudgment(judgment, style)]),
    style.dim(explainJudge(grade)),
    ...(redactions > 0 ? [style.dim(`${redactions} secrets were redacted`)] : []),
    ...warnings.map((warning) => style.warn(`! ${escapeControls(warning)}`)),
    '',
  ].join('\n\n');
}

const explainJudge = ({ judge, judgment }: GradedTranscript): string =>
  judgment === null
    ? `Judged by rules, offline (judge: ${escapeControls(judge)}). Goal achievement is not scored: it needs a rubric.`
    : `Interactions judged by ${escapeControls(judge)}. The judge gives an opinion; formulas compute the scores.`;

const TIMELINE = 64;

// one mark per column; if several interactions share a column, the worst one is shown
function drawTimeline(interactions: Details['interactions'], style: Style): string {
  const width = Math.min(TIMELINE, interactions.length);
  const marks = Array.from({ length: width }, (_, column) => {
    const own = interactions.slice(
      Math.floor((column * interactions.length) / width),
      Math.floor(((column + 1) * interactions.length) / width),
    );
    if (own.some(({ is_error }) => is_error)) return style.bad('✗');
    if (own.some(({ categories }) => categories.includes('service'))) return style.warn('◆');
    return own.some(({ categories }) => categories.includes('environment')) ? '■' : style.dim('·');
  });
  return `${marks.join('')}\n${style.dim('· agent  ■ environment  ◆ service  ✗ error')}`;
}

/** An interaction in words: its tool, its input, and the remark of the judge. */
function describe(ref: string, { interactions, entries, judgment }: Details): string | undefined {
  const interaction = interactions.find(({ id }) => id === ref);
  if (interaction === undefined) return undefined;
  const use = entries.find(({ id }) => id === interaction.entry_ids[0]);
  const remark = judgment.notes.find(({ interaction_id }) => interaction_id === ref)?.reason;
  const words = interaction.kind === 'tool' ? `${interaction.tool} ${targetOf(use?.input)}` : (use?.text ?? '');
  return `${shorten(words, 60)}${remark ? ` (${shorten(remark, 70)})` : ''}`;
}

function targetOf(input: unknown): string {
  if (typeof input === 'string') return input;
  if (typeof input !== 'object' || input === null) return '';
  const texts = Object.values(input).filter((value) => typeof value === 'string');
  return (texts[0] as string | undefined) ?? '';
}

function drawEnd({ end }: GradedTranscript, style: Style): string {
  const tone = {
    completed: style.good,
    failed: style.bad,
    limit: style.warn,
    denied: style.warn,
    interrupted: style.warn,
    unknown: style.dim,
  }[end.status];
  return `${tone(end.status)}: ${escapeControls(end.reason)}`;
}

function drawConsumption({ usage, cost_usd, cost_source, wall_ms }: GradedTranscript): string {
  const tokens =
    usage === null
      ? 'tokens unknown'
      : `${count(usage.input_tokens)} tokens in (${count(usage.cached_input_tokens)} cached), ${count(usage.output_tokens)} out`;
  const cost = cost_usd === null ? 'cost unknown' : `$${cost_usd.toFixed(4)} ${cost_source}`;
  return `${tokens} · ${cost} · ${formatDuration(wall_ms)}`;
}

const COLUMNS = [
  'axis',
  'band',
  'card',
  'tier',
  'ended',
  'calls',
  'errors',
  'cost',
  'time',
  'agent',
  'session',
] as const;

/** Several sessions: one row each, and totals. */
export function drawGrades(grades: readonly GradedTranscript[], sort: string, style: Style): string {
  // no judge column if no judge was asked
  const asked = grades.some(({ judgment }) => judgment !== null);
  const cells = grades.map((grade) => [...(asked ? [verdictCell(grade.judgment)] : []), ...row(grade)]);
  const [heading = '', ...lines] = drawTable([...(asked ? ['judge'] : []), ...COLUMNS], cells);
  return [
    style.bold(heading),
    ...lines,
    '',
    totals(grades),
    style.dim(
      `sorted by ${sort}; ${judgeTotals(grades.map(({ judgment }) => judgment)) ?? 'judged by rules, offline'}`,
    ),
    '',
  ].join('\n');
}

function row(grade: GradedTranscript): string[] {
  const { axis, scorecard, end, interactions, cost_usd, wall_ms, agent, source } = grade;
  return [
    axis.score === null ? '–' : `${axis.score}${axis.partial ? '*' : ''}`,
    axis.band ?? '–',
    scorecard === null ? '–' : String(scorecard.score),
    scorecard?.tier ?? 'Unranked',
    end.status,
    String(interactions.total),
    String(interactions.errors),
    cost_usd === null ? '–' : `$${cost_usd.toFixed(2)}`,
    formatDuration(wall_ms),
    escapeControls(agent),
    escapeControls(source.split('/').slice(-2).join('/')),
  ];
}

function totals(grades: readonly GradedTranscript[]): string {
  const known = grades.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const scored = grades.flatMap(({ axis }) => (axis.score === null ? [] : [axis.score]));
  const completed = grades.filter(({ end }) => end.status === 'completed').length;
  const mean =
    scored.length === 0
      ? 'no AXIS result'
      : `mean AXIS ${(scored.reduce((sum, score) => sum + score, 0) / scored.length).toFixed(1)} over ${scored.length} of ${grades.length}`;
  const cost =
    known.length === 0
      ? 'cost unknown'
      : `$${known.reduce((sum, usd) => sum + usd, 0).toFixed(2)} over ${known.length} with a known cost`;
  return `${grades.length} runs, ${completed} completed; ${mean} (* partial: goal not scored); ${cost}`;
}

const count = (tokens: number): string => (tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`);
