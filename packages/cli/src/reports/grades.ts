import type { GradedTranscript, TokenRecord, Verification } from '@assay/schema';
import { END_WORDS, VERIFICATION_WORDS, wasteShares } from '@assay/scoring';
import { formatDuration, formatNoun } from '../terminal/format.ts';
import { escapeControls } from '../terminal/output.ts';
import type { Style } from '../terminal/style.ts';
import { drawTable } from '../terminal/table.ts';
import { drawInsights } from './insights.ts';
import { drawJudgment } from './judgment.ts';
import { judgeTotals, verdictCell } from './judgment-summary.ts';
import { drawAxis, drawScorecard } from './score-card.ts';
import { drawFindings, drawRequests, drawState, drawWaste } from './session.ts';

type Compare = (a: GradedTranscript, b: GradedTranscript) => number;

const highest =
  (pick: (grade: GradedTranscript) => number | null): Compare =>
  (a, b) =>
    (pick(b) ?? -1) - (pick(a) ?? -1);

const STATES = Object.keys(VERIFICATION_WORDS);

const newest: Compare = (a, b) => (b.started_at ?? '').localeCompare(a.started_at ?? '', 'en');

/** Sort orders for grades; missing numbers come last. */
export const SORTS = {
  verification: (a, b) => STATES.indexOf(a.verification) - STATES.indexOf(b.verification) || newest(a, b),
  time: newest,
  corrections: highest(countCorrections),
  waste: highest(wastedShare),
  cost: highest(({ cost_usd }) => cost_usd),
  duration: highest(({ wall_ms }) => wall_ms),
  errors: highest(({ interactions }) => interactions.errors),
  axis: highest(({ axis }) => axis.score),
  scorecard: highest(({ scorecard }) => scorecard?.score ?? null),
} satisfies Record<string, Compare>;
export type Sort = keyof typeof SORTS;

function countCorrections({ requests }: GradedTranscript): number {
  return requests.reduce((all, { corrections }) => all + corrections.length, 0);
}

function wastedShare({ waste }: GradedTranscript): number | null {
  return (wasteShares(waste, 'money') ?? wasteShares(waste, 'time'))?.wasted ?? null;
}

/** One session on one screen: the state first, then requests, waste, what to do, and scores if a judge gave them. */
export function drawGrade(grade: GradedTranscript, style: Style): string {
  const { scorecard, warnings, redactions, judgment } = grade;
  const version = [grade.agent_version, grade.model].filter(Boolean).join(' · ');
  const blocks = [
    [
      `${style.bold(escapeControls(grade.agent))} ${style.dim(escapeControls(version))}`,
      style.dim(escapeControls(grade.source)),
    ],
    [drawState(grade, style), drawConsumption(grade)],
    drawRequests(grade.requests, style),
    drawWaste(grade, style),
    drawFindings(grade.findings, style),
    ...(judgment === null
      ? []
      : [[drawAxis(grade.axis, style).trimEnd()], drawInsights(grade, style), [drawJudgment(judgment, style)]]),
    ...(scorecard === null || scorecard.provisional ? [] : [[drawScorecard(scorecard, style).trimEnd()]]),
    [
      ...explainScores(grade).map(style.dim),
      ...(redactions > 0 ? [style.dim(`${redactions} secrets were redacted`)] : []),
      ...warnings.map((warning) => style.warn(`! ${escapeControls(warning)}`)),
    ],
  ];
  return `${blocks
    .filter(({ length }) => length > 0)
    .map((lines) => lines.join('\n'))
    .join('\n\n')}\n`;
}

function explainScores({ judge, judgment, axis, scorecard, scorecard_reason }: GradedTranscript): string[] {
  const card =
    scorecard === null
      ? [`No scorecard: ${escapeControls(scorecard_reason ?? '')}`]
      : scorecard.provisional
        ? ['Scorecard provisional, without a tier: a session shows less than half of what it measures.']
        : [];
  if (judgment !== null)
    return [
      ...card,
      `Interactions judged by ${escapeControls(judge)}. The judge gives an opinion; formulas compute the scores.`,
    ];
  return [`AXIS ${axis.reason ?? 'not scored'} (--judge NAME). These are facts read by rules, offline.`, ...card];
}

function drawConsumption({ usage, cost_usd, cost_source, wall_ms, requests, token_record }: GradedTranscript): string {
  const tokens =
    usage === null
      ? 'tokens unknown'
      : `${count(usage.input_tokens)} tokens in (${count(usage.cached_input_tokens)} cached), ${describeOutput(usage.output_tokens, token_record)}`;
  const cost = cost_usd === null ? 'cost unknown' : `$${cost_usd.toFixed(4)} ${cost_source}`;
  const calls = requests.reduce((all, request) => all + request.calls.total, 0);
  const failed = requests.reduce((all, request) => all + request.calls.failed, 0);
  return `${formatNoun(calls, 'call')}, ${failed} failed · ${tokens} · ${token_record.plausible ? '' : 'at least '}${cost} · ${formatDuration(wall_ms)}`;
}

const describeOutput = (output: number, { plausible, estimated_output_tokens }: TokenRecord): string =>
  plausible
    ? `${count(output)} out`
    : `at least ${count(output)} out (about ${count(estimated_output_tokens ?? 0)} by its text)`;

const COLUMNS = ['state', 'ended', 'fixes', 'waste', 'cost', 'time', 'calls', 'failed', 'agent', 'session'] as const;

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
      `sorted by ${sort}; ${judgeTotals(grades.map(({ judgment }) => judgment)) ?? 'facts by rules, offline; ! the last message contradicts a check'}`,
    ),
    '',
  ].join('\n');
}

function row(grade: GradedTranscript): string[] {
  const { verification, end, requests, interactions, cost_usd, wall_ms, agent, source } = grade;
  const wasted = wastedShare(grade);
  const contradicted = requests.some(({ claims }) => claims.some(({ state }) => state === 'contradicted'));
  return [
    `${VERIFICATION_WORDS[verification].word}${contradicted ? '!' : ''}`,
    END_WORDS[end].word,
    String(countCorrections(grade) || '–'),
    wasted === null ? '–' : `${Math.round(wasted * 100)} %`,
    cost_usd === null ? '–' : `$${cost_usd.toFixed(2)}`,
    formatDuration(wall_ms),
    String(interactions.total),
    String(requests.reduce((all, { calls }) => all + calls.failed, 0)),
    escapeControls(agent),
    escapeControls(source.split('/').slice(-2).join('/')),
  ];
}

function totals(grades: readonly GradedTranscript[]): string {
  const known = grades.flatMap(({ cost_usd }) => (cost_usd === null ? [] : [cost_usd]));
  const states = STATES.flatMap((state) => {
    const number = grades.filter(({ verification }) => verification === state).length;
    return number === 0 ? [] : [`${number} ${VERIFICATION_WORDS[state as Verification].word}`];
  });
  const fixes = grades.reduce((all, grade) => all + countCorrections(grade), 0);
  const cost =
    known.length === 0
      ? 'cost unknown'
      : `$${known.reduce((sum, usd) => sum + usd, 0).toFixed(2)} over ${known.length} with a known cost`;
  return `${formatNoun(grades.length, 'session')}: ${states.join(', ')}; ${formatNoun(fixes, 'correction')}; ${cost}`;
}

const count = (tokens: number): string => (tokens < 10_000 ? String(tokens) : `${Math.round(tokens / 1000)}k`);
