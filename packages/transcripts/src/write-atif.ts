import { isDeepStrictEqual } from 'node:util';
import { entryId, type Transcript, type TranscriptEntry } from '@assay/schema';
import { isObject } from '@assay/schema/json';
import { readAtifEntries } from './readers/atif.ts';

/** The lowest version that has all used features, so that most validators accept it. */
const SCHEMA_VERSION = 'ATIF-v1.7';

type Extra = Record<string, unknown>;

interface Call {
  tool_call_id: string;
  function_name: string;
  arguments: Extra;
  extra?: Extra;
}

interface Result {
  source_call_id?: string;
  content: string;
  subagent_trajectory_ref?: { trajectory_id: string }[];
  extra?: Extra;
}

interface Step {
  step_id: number;
  timestamp?: string;
  source: 'system' | 'user' | 'agent';
  message: string;
  tool_calls?: Call[];
  observation?: { results: Result[] };
  extra?: Extra;
}

/** The steps of the main thread or one sub-agent. */
interface Thread {
  readonly steps: Step[];
  /** The step of the last call with each id; a result must be in the step of its call. */
  readonly calls: Map<string, Step>;
}

/** The entry index of each step, call or result. */
type Owners = Map<Step | Call | Result, number>;

/**
 * A transcript as an ATIF document. Reading it again gives the same entries: what ATIF cannot express, such as the
 * order of parallel results, goes into `extra` fields, which other programs ignore.
 */
export function writeAtif(transcript: Transcript): object {
  const entries = transcript.entries.map(bareEntry);
  const threads = new Map<string | undefined, Thread>([[undefined, { steps: [], calls: new Map() }]]);
  for (const { lane } of entries) if (!threads.has(lane)) threads.set(lane, { steps: [], calls: new Map() });
  const owners: Owners = new Map();
  for (const [i, entry] of entries.entries()) {
    const thread = threads.get(entry.lane);
    if (thread) owners.set(addEntry(thread, entry, i), i);
  }
  const document = assemble(transcript, threads);
  saveDifferences(document, entries, owners);
  const order = readAtifEntries(document).map(({ from }) => owners.get(from as Step | Call | Result));
  const extra = { end: transcript.end, ...(order.every((place, i) => place === i) ? {} : { entry_order: order }) };
  return { ...document, extra };
}

// sequential ids are generated again on reading
function bareEntry({ id, ...entry }: TranscriptEntry, i: number): TranscriptEntry {
  const told = Object.entries({ ...entry, ...(id === entryId(undefined, i) ? {} : { id }) });
  return Object.fromEntries(told.filter(([, value]) => value !== undefined)) as TranscriptEntry;
}

function addEntry(thread: Thread, entry: TranscriptEntry, i: number): Step | Call | Result {
  switch (entry.type) {
    case 'tool_use':
      return addCall(thread, entry, `call-${i + 1}`);
    case 'tool_result':
      return addResult(thread, entry);
    case 'error':
      return addStep(thread, entry, { source: 'system', extra: { is_error: true } });
    case 'system':
    case 'user':
      return addStep(thread, entry, { source: entry.type });
    case 'assistant':
      return addStep(thread, entry, { source: 'agent' });
  }
}

function addStep(thread: Thread, entry: TranscriptEntry, { source, extra }: Pick<Step, 'source' | 'extra'>): Step {
  const timestamp = timestampOf(entry.at);
  const step: Step = {
    step_id: thread.steps.length + 1,
    ...(timestamp === undefined ? {} : { timestamp }),
    source,
    message: entry.type === 'tool_use' || entry.type === 'tool_result' ? '' : (entry.text ?? ''),
    ...(extra === undefined ? {} : { extra }),
  };
  thread.steps.push(step);
  return step;
}

function addCall(thread: Thread, entry: TranscriptEntry, otherId: string): Call {
  const { input } = entry;
  const call: Call = {
    tool_call_id: entry.tool_id ?? otherId,
    function_name: entry.tool ?? 'unknown',
    arguments: isObject(input) ? input : input === undefined ? {} : { input },
  };
  const last = thread.steps.at(-1);
  const step = last && isSameTurn(last, entry) ? last : addStep(thread, entry, { source: 'agent' });
  step.tool_calls = [...(step.tool_calls ?? []), call];
  thread.calls.set(call.tool_call_id, step);
  return call;
}

// messages and calls with the same timestamp are one model response
const isSameTurn = (step: Step, entry: TranscriptEntry): boolean =>
  step.source === 'agent' &&
  step.observation === undefined &&
  step.timestamp !== undefined &&
  step.timestamp === timestampOf(entry.at) &&
  !step.tool_calls?.some((call) => call.tool_call_id === entry.tool_id);

function addResult(thread: Thread, entry: TranscriptEntry): Result {
  const called = typeof entry.tool_id === 'string' ? thread.calls.get(entry.tool_id) : undefined;
  const step = called ?? addStep(thread, entry, { source: 'agent' });
  const timestamp = timestampOf(entry.at) ?? null;
  const extra = {
    ...(typeof entry.is_error === 'boolean' ? { is_error: entry.is_error } : {}),
    ...(entry.exit_code == null ? {} : { exit_code: entry.exit_code }),
    ...(entry.status == null ? {} : { status: entry.status }),
    ...(timestamp === (step.timestamp ?? null) ? {} : { timestamp }),
  };
  const result: Result = {
    ...(called && typeof entry.tool_id === 'string' ? { source_call_id: entry.tool_id } : {}),
    content: entry.text ?? '',
    ...(Object.keys(extra).length === 0 ? {} : { extra }),
  };
  step.observation = { results: [...(step.observation?.results ?? []), result] };
  return result;
}

const ISO = /^(\d{4}-\d\d-\d\d)T([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?(Z|[+-]([01]\d|2[0-3]):[0-5]\d)$/;

// only timestamps that every ISO 8601 parser accepts; rejects days such as February 30
function timestampOf(instant: TranscriptEntry['at']): string | undefined {
  if (typeof instant !== 'string') return undefined;
  const day = ISO.exec(instant)?.[1];
  if (day === undefined || day.startsWith('0000')) return undefined;
  const midnight = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(midnight) && new Date(midnight).toISOString().startsWith(day) ? instant : undefined;
}

function assemble(transcript: Transcript, threads: ReadonlyMap<string | undefined, Thread>): object {
  const { agent, agent_version, model, session_id } = transcript;
  const about = { name: agent, version: agent_version ?? 'unknown', ...(model === null ? {} : { model_name: model }) };
  const main = threads.get(undefined)?.steps ?? [];
  const subagents = [...threads].flatMap(([lane, { steps }]) =>
    lane === undefined ? [] : [{ schema_version: SCHEMA_VERSION, trajectory_id: lane, agent: about, steps }],
  );
  for (const { trajectory_id } of subagents) refer(main, trajectory_id);
  const metrics = metricsOf(transcript, main.length);
  return {
    schema_version: SCHEMA_VERSION,
    ...(session_id === null ? {} : { session_id }),
    agent: about,
    // a document must have at least one step
    steps: main.length > 0 ? main : [{ step_id: 1, source: 'system', message: '' }],
    ...(metrics === undefined ? {} : { final_metrics: metrics }),
    ...(subagents.length === 0 ? {} : { subagent_trajectories: subagents }),
  };
}

function refer(steps: readonly Step[], trajectory_id: string): void {
  const results = steps.flatMap(({ observation }) => observation?.results ?? []);
  const result = results.find(({ source_call_id }) => source_call_id === trajectory_id);
  if (result) result.subagent_trajectory_ref = [{ trajectory_id }];
}

function metricsOf({ usage, cost_usd, cost_source }: Transcript, total_steps: number): object | undefined {
  if (usage === null && cost_usd === null) return undefined;
  return {
    ...(usage === null
      ? {}
      : {
          total_prompt_tokens: usage.input_tokens,
          total_completion_tokens: usage.output_tokens,
          total_cached_tokens: usage.cached_input_tokens,
        }),
    ...(cost_usd === null ? {} : { total_cost_usd: cost_usd }),
    total_steps: Math.max(1, total_steps),
    extra: {
      ...(usage === null ? {} : { cache_write_input_tokens: usage.cache_write_input_tokens }),
      ...(cost_source === null ? {} : { cost_source }),
    },
  };
}

function saveDifferences(document: object, entries: readonly TranscriptEntry[], owners: Owners): void {
  const read = new Map(readAtifEntries(document).map(({ from, entry }) => [from, entry]));
  for (const [from, i] of owners) {
    const entry = entries[i];
    if (entry === undefined || isDeepStrictEqual(read.get(from), entry)) continue;
    const { lane: _, ...kept } = entry;
    from.extra = { ...from.extra, assay: kept };
  }
}
