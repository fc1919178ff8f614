import type { Grade } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import { hasColor, toneOfAnswer } from '../../../result.ts';
import { type Tone, toneOfVerdict } from '../../../tone.ts';

/** A word and how it is to be felt about. */
export interface Said {
  readonly word: string;
  readonly tone: Tone;
}

/** What the judge says of a run. Without a verdict either one is still to come, or none was asked for. */
export function judgeOf({ status, judge_verdict, overall }: RunSummary): Said {
  if (judge_verdict !== null) return { word: judge_verdict, tone: toneOfVerdict(judge_verdict) };
  if (status === 'cancelled' || status === 'abandoned') return { word: 'NOT APPLICABLE', tone: 'muted' };
  // a run that is graded has its scorers' answer
  return overall === null ? { word: 'PENDING', tone: 'muted' } : { word: 'NOT APPLICABLE', tone: 'muted' };
}

type Decision = Pick<Grade, 'result' | 'result_reason' | 'review'>;

/** The result of a run with its reason; null until it is graded. */
export const decidedOf = ({ result, result_reason, review }: Nullable<Decision>): Decision | null =>
  result === null || result_reason === null ? null : { result, result_reason, review: review ?? 0 };

type Nullable<Some> = { readonly [Name in keyof Some]: Some[Name] | null };

/** Where a run without a result is. */
export function standingOf({ status }: Pick<RunSummary, 'status'>): Said {
  switch (status) {
    case 'queued':
    case 'running':
    case 'cancelled':
      return { word: status, tone: 'muted' };
    case 'abandoned':
      return { word: status, tone: 'warn' };
    case 'finished':
      return { word: 'not graded', tone: 'muted' };
  }
}

/** One of the three gates, as a small mark beside the others. */
export interface GateMark extends Said {
  readonly gate: 'run' | 'scorers' | 'judge';
  readonly glyph: string;
}

/** The three gates of a run. One that has not answered has no color, and none is green unless the run passed. */
export function gatesOf(run: RunSummary): GateMark[] {
  const colored = hasColor(decidedOf(run));
  return (
    [
      ['run', run.run_verdict],
      ['scorers', run.overall],
      ['judge', run.judge_verdict],
    ] as const
  ).map(([gate, verdict]) => ({
    gate,
    word: verdict ?? 'no answer',
    tone: toneOfAnswer(toneOfVerdict(verdict), colored),
    glyph: glyphOf(verdict),
  }));
}

function glyphOf(verdict: RunSummary['overall']): string {
  switch (verdict) {
    case 'PASS':
      return '✓';
    case 'FAIL':
      return '✕';
    case 'ERROR':
      return '!';
    case 'N/A':
    case null:
      return '·';
  }
}
