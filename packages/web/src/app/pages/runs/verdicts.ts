import type { RunSummary } from '@assay/schema/api';
import { type Tone, toneOfVerdict } from '../../../tone.ts';

/** A word and how it is to be felt about. */
export interface Said {
  readonly word: string;
  readonly tone: Tone;
}

/** What the judge says of a run, or why it says nothing. One on probation is heard, and has no colour. */
export function judgeOf({ status, judge_state, judge_verdict }: RunSummary): Said {
  switch (judge_state) {
    case 'PASS':
    case 'FAIL':
      return { word: judge_state, tone: toneOfVerdict(judge_verdict) };
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
