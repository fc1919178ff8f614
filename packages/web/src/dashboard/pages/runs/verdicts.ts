import type { Grade } from '@assay/schema';
import type { RunSummary } from '@assay/schema/api';
import { answerTone, hasColor } from '../../../shared/result.ts';
import { type Tone, verdictTone } from '../../../shared/tone.ts';

/** A word and its tone. */
export interface TonedWord {
  readonly word: string;
  readonly tone: Tone;
}

/** The judge's verdict on a run, or why there is none. A judge on probation has no color. */
export function judgeWord({ status, judge_state, judge_verdict }: RunSummary): TonedWord {
  switch (judge_state) {
    case 'PASS':
    case 'FAIL':
      return { word: judge_state, tone: verdictTone(judge_verdict) };
    case 'UNPARSEABLE':
      return { word: 'UNPARSEABLE', tone: 'warn' };
    case 'not_asked':
      return { word: 'NOT ASKED', tone: 'muted' };
    case 'not_applicable':
      return { word: 'NOT APPLICABLE', tone: 'muted' };
    case null:
      return { word: isOver(status) ? 'NOT APPLICABLE' : 'PENDING', tone: 'muted' };
  }
}

const isOver = (status: RunSummary['status']): boolean => status === 'cancelled' || status === 'abandoned';

type Decision = Pick<Grade, 'result' | 'result_reason' | 'review'>;

/** The result of a run with its reason; null until it is graded. */
export const readDecision = ({ result, result_reason, review }: Nullable<Decision>): Decision | null =>
  result === null || result_reason === null ? null : { result, result_reason, review: review ?? 0 };

type Nullable<Some> = { readonly [Name in keyof Some]: Some[Name] | null };

/** The status of a run without a result. */
export function statusWord({ status }: Pick<RunSummary, 'status'>): TonedWord {
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

/** One of the three gates, as a small mark. */
export interface GateMark extends TonedWord {
  readonly gate: 'run' | 'scorers' | 'judge';
  readonly glyph: string;
}

/** The three gates of a run. A gate without a verdict has no color; none is green unless the run passed. */
export function gateMarks(run: RunSummary): GateMark[] {
  const colored = hasColor(readDecision(run));
  return (
    [
      ['run', run.run_verdict],
      ['scorers', run.overall],
      ['judge', run.judge_verdict],
    ] as const
  ).map(([gate, verdict]) => ({
    gate,
    word: verdict ?? 'no answer',
    tone: answerTone(verdictTone(verdict), colored),
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
