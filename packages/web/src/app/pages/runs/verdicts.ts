import type { RunSummary } from '@assay/schema/api';
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

/** Where a run is, or how it ended. */
export function standingOf({ status, outcome }: RunSummary): Said {
  switch (status) {
    case 'queued':
    case 'running':
    case 'cancelled':
      return { word: status, tone: 'muted' };
    case 'abandoned':
      return { word: status, tone: 'warn' };
    case 'finished':
      return endOf(outcome);
  }
}

function endOf(outcome: RunSummary['outcome']): Said {
  switch (outcome) {
    case 'COMPLETED':
      return { word: outcome, tone: 'good' };
    case 'BLOCKED':
      return { word: outcome, tone: 'warn' };
    case 'FAILED':
      return { word: outcome, tone: 'bad' };
    case null:
      return { word: 'finished', tone: 'muted' };
  }
}

/** One of the three gates, as a small mark beside the others. */
export interface GateMark extends Said {
  readonly gate: 'run' | 'scorers' | 'judge';
  readonly glyph: string;
}

/** The three gates of a run. One that has not answered has no colour. */
export const gatesOf = ({ run_verdict, overall, judge_verdict }: RunSummary): GateMark[] =>
  (
    [
      ['run', run_verdict],
      ['scorers', overall],
      ['judge', judge_verdict],
    ] as const
  ).map(([gate, verdict]) => ({
    gate,
    word: verdict ?? 'no answer',
    tone: toneOfVerdict(verdict),
    glyph: glyphOf(verdict),
  }));

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
