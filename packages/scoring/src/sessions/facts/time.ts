import type { TimeSplit, TranscriptEntry } from '@assay/schema';
import { parseInstant } from '../../interactions/instant.ts';
import { isInterruption, writtenByPerson } from '../requests.ts';
import type { Session, SessionStep } from '../session.ts';

/** A stretch of time between two entries, and what it was spent on. */
export interface Stretch {
  /** Index of the entry that ends it. */
  readonly index: number;
  readonly ms: number;
  readonly spent_on: keyof TimeSplit;
  /** The step it belongs to: the call that ran, or what the agent did next. */
  readonly step: SessionStep | null;
}

/**
 * Time: the stretches between entries, each spent on what ended it.
 *
 *   person   a message of the person, an interruption, the result of a call that the person rejected, the answer to a
 *            question, or the part of a call that waited for approval
 *   service  an error of the model service, and the time from there to the next answer
 *   tools    the result of a call
 *   agent    anything else: a call, a message, a thought
 *
 * Stretches add up to the wall time of the session exactly, whatever the clocks say: an entry with an earlier time than
 * the one before it takes no time, and what is left over is the agent's.
 */
export function measureTime({ record: { entries, wall_ms }, steps }: Session): Stretch[] {
  if (wall_ms === null) return [];
  const stepAt = new Map<number, SessionStep>();
  for (const step of steps) {
    stepAt.set(step.start_index, step);
    stepAt.set(step.end_index, step);
    for (const { index } of step.thoughts) stepAt.set(index, step);
  }
  const stretches: Stretch[] = [];
  let [clock, left, retrying] = [Number.NaN, wall_ms, false];
  entries.forEach((entry, index) => {
    const at = toMs(entry);
    if (at === null) return;
    const ms = Number.isNaN(clock) ? 0 : Math.min(left, Math.max(0, at - clock));
    clock = Number.isNaN(clock) ? at : Math.max(clock, at);
    left -= ms;
    const step = stepAt.get(index) ?? null;
    const spent_on = retrying && entry.type === 'assistant' ? 'service' : spentOn(entry, step);
    retrying = entry.type === 'error' || (retrying && entry.type === 'system');
    const waited = spent_on === 'tools' ? Math.min(ms, entry.waited_ms ?? 0) : 0;
    if (waited > 0) stretches.push({ index, ms: waited, spent_on: 'person', step });
    if (ms > waited) stretches.push({ index, ms: ms - waited, spent_on, step });
  });
  if (left > 0) stretches.push({ index: entries.length - 1, ms: left, spent_on: 'agent', step: null });
  return stretches;
}

function toMs({ at }: TranscriptEntry): number | null {
  const micros = parseInstant(at);
  return micros === null ? null : Math.floor(micros / 1000);
}

function spentOn(entry: TranscriptEntry, step: SessionStep | null): keyof TimeSplit {
  if (writtenByPerson(entry) !== null || isInterruption(entry)) return 'person';
  switch (entry.type) {
    case 'error':
      return 'service';
    case 'tool_result':
      return step?.outcome === 'rejected' || ASKING.test(step?.interaction.tool ?? '') ? 'person' : 'tools';
    default:
      return 'agent';
  }
}

const ASKING =
  /^(?:ask_?user(?:_?question)?|ask_?(?:followup_)?question|exit_?plan_?mode|request_?user_?input|question)$/i;

/** The time of some stretches by what it was spent on; all null without timestamps. */
export function splitTime(stretches: readonly Stretch[], isTimed: boolean): TimeSplit {
  const sum = (part: keyof TimeSplit): number | null =>
    isTimed ? stretches.filter(({ spent_on }) => spent_on === part).reduce((all, { ms }) => all + ms, 0) : null;
  return { agent: sum('agent'), tools: sum('tools'), service: sum('service'), person: sum('person') };
}
