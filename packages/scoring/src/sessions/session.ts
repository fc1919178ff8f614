import type { Transcript, TranscriptEntry } from '@assay/schema';
import { createContext, type HeuristicContext, type Step } from '../heuristic/context.ts';
import { type CallOutcome, readCallOutcome } from './facts/outcome.ts';
import { type RequestSpan, splitRequests } from './requests.ts';

/** The part of a transcript that facts are read from. */
export type SessionRecord = Pick<
  Transcript,
  'format' | 'entries' | 'interactions' | 'end' | 'usage' | 'cost_usd' | 'wall_ms'
>;

/** A call with its outcome, or a stretch of thinking. */
export interface SessionStep extends Step {
  /** Null for thinking. */
  readonly outcome: CallOutcome | null;
}

/** A request with its steps, in the order they were started. */
export interface Request extends RequestSpan {
  readonly entries: readonly TranscriptEntry[];
  readonly steps: readonly SessionStep[];
}

/** The input of every fact, built once in linear time. */
export interface Session {
  readonly record: SessionRecord;
  readonly context: HeuristicContext;
  /** Those of the requests, one after the other. */
  readonly steps: readonly SessionStep[];
  readonly requests: readonly Request[];
}

export function readSession(record: SessionRecord): Session {
  const { entries, format } = record;
  const context = createContext(record);
  const steps = context.steps.map((step): SessionStep => {
    if (step.interaction.kind === 'thinking') return { ...step, outcome: null };
    const last = entries[step.end_index];
    return { ...step, outcome: readCallOutcome(step, last?.type === 'tool_result' ? last : undefined, format) };
  });
  const requests = splitSteps(entries, steps);
  return { record, context, steps: requests.flatMap((request) => request.steps), requests };
}

function splitSteps(entries: readonly TranscriptEntry[], steps: readonly SessionStep[]): Request[] {
  const spans = splitRequests(entries);
  const position = locateSteps(entries);
  const groups = Map.groupBy(steps, (step) => spans.findLastIndex(({ start }) => start <= position(step)));
  return spans.map((span, index) => ({
    ...span,
    entries: entries.slice(span.start, span.end),
    steps: (groups.get(index) ?? []).toSorted((a, b) => position(a) - position(b) || a.start_index - b.start_index),
  }));
}

// the log of a sub-agent may come after everything else; it worked where it was started
function locateSteps(entries: readonly TranscriptEntry[]): (step: SessionStep) => number {
  const started = new Map<string, number>();
  entries.forEach(({ type, tool_id }, index) => {
    if (type === 'tool_use' && tool_id) started.set(tool_id, index);
  });
  return ({ start_index, interaction: { lane } }) =>
    (lane === undefined ? undefined : started.get(lane)) ?? start_index;
}

/** Whether a call ended without a sign of failure. */
export const wasDone = ({ outcome }: SessionStep): boolean => outcome === 'succeeded' || outcome === 'unknown';
