import type { TranscriptEntry, Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { isEnd, parseEntry } from './atif-extra.ts';

/** An entry, and the step, tool call or result of the document it was read from. */
export interface Found {
  readonly entry: TranscriptEntry;
  readonly from: Json;
}

type Notes = Pick<Recorder, 'unknown' | 'warn'>;

const VERSION = /^ATIF-v1\.\d+$/;
const SOURCES: Readonly<Record<string, 'system' | 'user' | 'assistant'>> = {
  system: 'system',
  user: 'user',
  agent: 'assistant',
};
const SILENT: Notes = { unknown: () => undefined, warn: () => undefined };

/**
 * ATIF, the Agent Trajectory Interchange Format of Harbor, versions 1.0 and up: one document per run.
 * It has no field for how a run ended or whether a tool failed, so both are read from `extra` if present.
 */
export const atif = defineReader({
  format: 'atif',
  title: 'ATIF trajectories',
  agent: 'unknown',
  recognizes: (record) => VERSION.test(text(at(record, 'schema_version')) ?? '') && Array.isArray(at(record, 'steps')),

  open(recorder) {
    let documents = 0;
    let cost = 0;
    return {
      read(record) {
        if (!Array.isArray(at(record, 'steps'))) recorder.unknown('document without steps');
        identify(recorder, record);
        const found = readAtifEntries(record, recorder);
        for (const { entry } of inOrder(found, at(record, 'extra', 'entry_order'))) recorder.entry(entry);
        recordUsage(recorder, record, `trajectory ${++documents}`);
        const usd = costOf(record);
        cost += usd ?? 0;
        if (usd !== undefined) recorder.cost(cost);
        const end = at(record, 'extra', 'end');
        if (isEnd(end)) recorder.end(end.status, end.reason);
        if (text(at(record, 'continued_trajectory_ref'))) recorder.warn('the trajectory continues in another file');
      },
    };
  },
});

/** The entries of a trajectory in document order; those of a sub-agent come before its result. */
export function readAtifEntries(trajectory: Json, notes: Notes = SILENT): readonly Found[] {
  return readTrajectory(trajectory, { notes, waiting: new Set() });
}

interface Reading {
  readonly notes: Notes;
  /** Embedded trajectories not yet referenced by a result. */
  readonly waiting: Set<Json>;
  readonly lane?: string | undefined;
}

function readTrajectory(trajectory: Json, reading: Reading): Found[] {
  const embedded = list(at(trajectory, 'subagent_trajectories'));
  for (const subagent of embedded) reading.waiting.add(subagent);
  const found = list(at(trajectory, 'steps')).flatMap((step) => readStep(step, reading));
  const rest = embedded.flatMap((subagent, i) => {
    if (!reading.waiting.delete(subagent)) return [];
    const lane = text(at(subagent, 'trajectory_id')) ?? text(at(subagent, 'session_id')) ?? `subagent-${i + 1}`;
    return readTrajectory(subagent, { ...reading, lane });
  });
  return [...found, ...rest];
}

function readStep(step: Json, reading: Reading): Found[] {
  const source = text(at(step, 'source')) ?? 'nobody';
  const type = Object.hasOwn(SOURCES, source) ? SOURCES[source] : undefined;
  if (type === undefined) {
    reading.notes.unknown(`step of ${source}`);
    return [];
  }
  if (at(step, 'is_copied_context') === true) {
    reading.notes.warn('a step copied from an earlier trajectory was skipped');
    return [];
  }
  const place = placeOf(text(at(step, 'timestamp')), reading.lane);
  const reasoning = text(at(step, 'reasoning_content'));
  return [
    ...(reasoning ? [{ entry: { type: 'assistant' as const, text: reasoning, ...place }, from: {} }] : []),
    ...readMessage(step, { type, place, reading }),
    ...list(at(step, 'tool_calls')).map((call) => readCall(call, { place, reading })),
    ...list(at(step, 'observation', 'results')).flatMap((result) => readResult(result, { step, type, reading })),
  ];
}

type Place = Pick<TranscriptEntry, 'at' | 'lane'>;

const placeOf = (instant: string | undefined, lane: string | undefined): Place => ({
  ...(instant === undefined ? {} : { at: instant }),
  ...(lane === undefined ? {} : { lane }),
});

/** The original entry that `writeAtif` stores if ATIF cannot express it. */
function keptEntry(from: Json, { lane }: Reading): TranscriptEntry | undefined {
  const kept = parseEntry(at(from, 'extra', 'assay'));
  return kept && { ...kept, ...placeOf(undefined, lane) };
}

interface MessagePlace {
  readonly type: 'system' | 'user' | 'assistant';
  readonly place: Place;
  readonly reading: Reading;
}

// ATIF requires a message, so an empty one next to tool calls is not an entry
function readMessage(step: Json, { type, place, reading }: MessagePlace): Found[] {
  const kept = keptEntry(step, reading);
  if (kept) return [{ entry: kept, from: step }];
  const message = flatten(at(step, 'message'), reading.notes);
  if (message === '') return [];
  const isError = type === 'system' && at(step, 'extra', 'is_error') === true;
  return [{ entry: { type: isError ? 'error' : type, text: message, ...place }, from: step }];
}

function readCall(call: Json, { place, reading }: Pick<MessagePlace, 'place' | 'reading'>): Found {
  const entry = keptEntry(call, reading) ?? {
    type: 'tool_use' as const,
    tool: text(at(call, 'function_name')) ?? 'unknown',
    tool_id: text(at(call, 'tool_call_id')) ?? null,
    input: at(call, 'arguments'),
    ...place,
  };
  return { entry, from: call };
}

interface ResultPlace {
  readonly step: Json;
  readonly type: MessagePlace['type'];
  readonly reading: Reading;
}

function readResult(result: Json, { step, type, reading }: ResultPlace): Found[] {
  const tool_id = callOf(result, step);
  const subagents = readSubagents(result, { ...reading, lane: tool_id ?? undefined });
  const kept = keptEntry(result, reading);
  if (kept) return [...subagents, { entry: kept, from: result }];
  const content = flatten(at(result, 'content'), reading.notes);
  if (tool_id === null && content === '') return subagents;
  const instant = at(result, 'extra', 'timestamp');
  const place = placeOf(instant === null ? undefined : (text(instant) ?? text(at(step, 'timestamp'))), reading.lane);
  // output outside the agent's own actions belongs to no call
  if (tool_id === null && type !== 'assistant')
    return [...subagents, { entry: { type: 'system', text: content, ...place }, from: result }];
  const outcome = outcomeOf(result, step);
  return [...subagents, { entry: { type: 'tool_result', tool_id, text: content, ...outcome, ...place }, from: result }];
}

// agents with one action per step omit the reference
function callOf(result: Json, step: Json): string | null {
  const named = text(at(result, 'source_call_id'));
  if (named !== undefined) return named;
  const [calls, results] = [list(at(step, 'tool_calls')), list(at(step, 'observation', 'results'))];
  return calls.length === 1 && results.length === 1 ? (text(at(calls[0], 'tool_call_id')) ?? null) : null;
}

function outcomeOf(result: Json, step: Json): Pick<TranscriptEntry, 'is_error' | 'exit_code' | 'status'> {
  const extra = at(result, 'extra');
  const status = text(at(extra, 'status')) ?? wholeNumber(at(extra, 'status'));
  const exit_code = wholeNumber(at(extra, 'exit_code'));
  return {
    ...flagOf([
      at(extra, 'is_error'),
      // Harbor's converter for Claude Code sessions uses this one
      at(step, 'extra', 'tool_result_is_error'),
      status === 'error' || status === 'failed' || undefined,
    ]),
    ...(exit_code === undefined ? {} : { exit_code }),
    ...(status === undefined ? {} : { status }),
  };
}

// ATIF has no field for it, so most converters drop it
function flagOf(flags: readonly Json[]): { is_error?: boolean } {
  const known = flags.filter((flag) => typeof flag === 'boolean');
  return known.length === 0 ? {} : { is_error: known.includes(true) };
}

const wholeNumber = (value: Json): number | undefined =>
  typeof value === 'number' && Number.isSafeInteger(value) ? value : undefined;

// up to 1.6 a reference uses the session id, from 1.7 the trajectory id
function readSubagents(result: Json, reading: Reading): Found[] {
  const references = at(result, 'subagent_trajectory_ref');
  return (isObject(references) ? [references] : list(references)).flatMap((reference) => {
    const subagent = [...reading.waiting].find((waiting) =>
      ['trajectory_id', 'session_id'].some((key) => {
        const id = text(at(reference, key));
        return id !== undefined && id === text(at(waiting, key));
      }),
    );
    if (subagent === undefined) {
      reading.notes.warn('the trajectory of a sub-agent is in another file');
      return [];
    }
    reading.waiting.delete(subagent);
    const lane = reading.lane ?? text(at(subagent, 'trajectory_id')) ?? 'subagent';
    return readTrajectory(subagent, { ...reading, lane });
  });
}

function flatten(content: Json, notes: Notes): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return JSON.stringify(content);
  return list(content)
    .map((part) => {
      const type = text(at(part, 'type')) ?? 'nothing';
      if (type === 'text') return text(at(part, 'text')) ?? '';
      if (type !== 'image' && type !== 'audio') notes.unknown(`content part ${type}`);
      return `[${type}]`;
    })
    .join('\n');
}

function inOrder(found: readonly Found[], order: Json): readonly Found[] {
  const places = list(order);
  const sorted: Found[] = [];
  for (const [i, one] of found.entries()) {
    const place = places[i];
    if (typeof place === 'number' && Number.isInteger(place) && place >= 0 && place < found.length) sorted[place] = one;
  }
  return places.length === found.length && Object.keys(sorted).length === found.length ? sorted : found;
}

function identify(recorder: Recorder, record: Json): void {
  const agent = text(at(record, 'agent', 'name'));
  const agent_version = text(at(record, 'agent', 'version'));
  const models = list(at(record, 'steps')).map((step) => text(at(step, 'model_name')));
  const model = text(at(record, 'agent', 'model_name')) ?? models.find((name) => name);
  const session_id = text(at(record, 'session_id')) ?? text(at(record, 'trajectory_id'));
  recorder.identify({
    ...(agent ? { agent } : {}),
    // the field is required, so writers use this value if unknown
    ...(agent_version && agent_version !== 'unknown' ? { agent_version } : {}),
    ...(model ? { model } : {}),
    ...(session_id ? { session_id } : {}),
  });
}

// token totals cover only a trajectory's own steps, so sub-agents are added
function recordUsage(recorder: Recorder, trajectory: Json, key: string): void {
  const total = readUsage(at(trajectory, 'final_metrics'), 'total_');
  if (total) recorder.usage(key, total);
  for (const [i, step] of total ? [] : ownSteps(trajectory).entries()) {
    const usage = readUsage(at(step, 'metrics'), '');
    if (usage) recorder.usage(`${key} step ${i + 1}`, usage);
  }
  for (const [i, subagent] of list(at(trajectory, 'subagent_trajectories')).entries())
    recordUsage(recorder, subagent, `${key} subagent ${i + 1}`);
}

// steps copied from an earlier trajectory were paid there
const ownSteps = (trajectory: Json): readonly Json[] =>
  list(at(trajectory, 'steps')).filter((step) => at(step, 'is_copied_context') !== true);

function readUsage(metrics: Json, prefix: '' | 'total_'): Usage | undefined {
  const field = (name: string) => at(metrics, `${prefix}${name}`);
  if (number(field('prompt_tokens')) === undefined && number(field('completion_tokens')) === undefined)
    return undefined;
  // there is no standard field for cache writes; these names are in use
  const names = ['cache_write_input_tokens', 'cache_creation_input_tokens', 'total_cache_creation_input_tokens'];
  const written = names.map((name) => at(metrics, 'extra', name)).find((value) => number(value) !== undefined);
  return {
    input_tokens: count(field('prompt_tokens')),
    cached_input_tokens: count(field('cached_tokens')),
    cache_write_input_tokens: count(written),
    output_tokens: count(field('completion_tokens')),
  };
}

// unlike tokens, the total cost includes sub-agents
function costOf(trajectory: Json): number | undefined {
  const total = dollars(at(trajectory, 'final_metrics', 'total_cost_usd'));
  if (total !== undefined) return total;
  const parts = [
    ...ownSteps(trajectory).map((step) => dollars(at(step, 'metrics', 'cost_usd'))),
    ...list(at(trajectory, 'subagent_trajectories')).map(costOf),
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : parts.reduce((sum, part) => sum + part, 0);
}

function dollars(value: Json): number | undefined {
  const usd = number(value);
  return usd !== undefined && usd >= 0 ? usd : undefined;
}
