import type { TranscriptEntry } from '@assay/schema';
import { at, count, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';
import { attributesOf, compare, findSessionId, instantOf, readNanoseconds, structured, wordsOf } from './otlp-spans.ts';

/** One event of an agent: a log record with its attributes as plain values. */
interface AgentEvent {
  readonly name: string;
  readonly session: string;
  readonly time: bigint;
  readonly sequence: number;
  readonly attributes: ReadonlyMap<string, Json>;
  readonly resource: ReadonlyMap<string, Json>;
}

/** How an agent names its events and what they carry. Each list is in order of preference. */
interface Dialect {
  readonly prefix: string;
  readonly agent: string;
  /** Events of model responses, with whether input tokens include cached ones. */
  readonly response: { readonly name: string; readonly includes_cached: boolean };
  readonly tool: { readonly name: string; readonly input: readonly string[] };
  /** Events of failed requests to the model. */
  readonly failures: ReadonlySet<string>;
}

const DIALECTS: readonly Dialect[] = [
  {
    prefix: 'claude_code.',
    agent: 'claude-code',
    response: { name: 'api_request', includes_cached: false },
    tool: { name: 'tool_result', input: ['tool_input', 'tool_parameters'] },
    failures: new Set(['api_error']),
  },
  {
    prefix: 'codex.',
    agent: 'codex',
    response: { name: 'sse_event', includes_cached: true },
    tool: { name: 'tool_result', input: ['arguments'] },
    failures: new Set([]),
  },
  {
    prefix: 'gemini_cli.',
    agent: 'gemini-cli',
    response: { name: 'api_response', includes_cached: true },
    tool: { name: 'tool_call', input: ['function_args'] },
    failures: new Set(['api_error']),
  },
];

/**
 * The log events that Claude Code, Codex and Gemini CLI send over OTLP, as JSON: one document or one per line.
 * Content is logged only if the user asks for it; what is left out is listed as missing. A file may contain several
 * sessions; a transcript is one of them.
 */
export const otlpLogs = defineReader({
  format: 'otlp-logs',
  title: 'OpenTelemetry logs of Claude Code, Codex and Gemini CLI',
  agent: 'unknown',
  recognizes: (record) => eventsOf(record).some(({ name }) => dialectOf(name) !== undefined),

  open(recorder) {
    const events: AgentEvent[] = [];
    return {
      read(record) {
        if (!Array.isArray(at(record, 'resourceLogs'))) recorder.unknown('OTLP document without logs');
        events.push(...eventsOf(record));
      },
      end: () => readSessions(recorder, events),
    };
  },
});

function eventsOf(record: Json): AgentEvent[] {
  return list(at(record, 'resourceLogs')).flatMap((group) => {
    const resource = attributesOf(at(group, 'resource'));
    return list(at(group, 'scopeLogs')).flatMap((scope) =>
      list(at(scope, 'logRecords')).map((log) => readEvent(log, resource)),
    );
  });
}

function readEvent(log: Json, resource: AgentEvent['resource']): AgentEvent {
  const attributes = attributesOf(log);
  const body = text(at(log, 'body', 'stringValue')) ?? '';
  const sequence = attributes.get('event.sequence') ?? attributes.get('tool_result_seq');
  return {
    name: nameEvent(body, text(attributes.get('event.name'))),
    session: findSessionId(attributes, resource) ?? '',
    time: readNanoseconds(at(log, 'timeUnixNano')) || readNanoseconds(at(log, 'observedTimeUnixNano')),
    sequence: count(sequence),
    attributes,
    resource,
  };
}

/** The name of an event with its prefix, which Claude Code has only in the body. */
export const nameEvent = (body: string, name = body): string => (body.endsWith(`.${name}`) ? body : name);

export const dialectOf = (name: string): Dialect | undefined => DIALECTS.find(({ prefix }) => name.startsWith(prefix));

function readSessions(recorder: Recorder, events: readonly AgentEvent[]): void {
  const own = events.filter(({ name }) => dialectOf(name) !== undefined);
  const sessions = new Set(own.map(({ session }) => session).filter(Boolean));
  const [first = ''] = sessions;
  if (sessions.size > 1) recorder.warn(`${sessions.size - 1} further sessions of the file were skipped`);
  const session = own
    .filter((event) => event.session === first || event.session === '')
    .toSorted((a, b) => compare(a.time, b.time) || a.sequence - b.sequence);
  const dialect = dialectOf(session[0]?.name ?? '');
  if (dialect !== undefined) readSession(recorder, session, dialect);
}

function readSession(recorder: Recorder, events: readonly AgentEvent[], dialect: Dialect): void {
  const timed: { readonly time: bigint; readonly entry: TranscriptEntry }[] = [];
  const add = (time: bigint, entry: TranscriptEntry) => timed.push({ time, entry: { ...entry, ...instantOf(time) } });
  let cost: number | undefined;
  let last: Last = 'nothing';
  for (const [index, event] of events.entries()) {
    const { time, attributes } = event;
    const get = (key: string) => attributes.get(key);
    const name = event.name.slice(dialect.prefix.length);
    identify(recorder, event, dialect);
    if (name === 'user_prompt') {
      const prompt = get('prompt') ?? get('prompt_text');
      if (typeof prompt === 'string' && !/^[<[]?REDACTED[>\]]?$/i.test(prompt))
        add(time, { type: 'user', text: prompt });
      last = 'prompt';
    } else if (name === 'assistant_response') {
      add(time, { type: 'assistant', text: text(get('response')) ?? '' });
      last = 'answer';
    } else if (name === dialect.response.name) {
      const usage = readUsage(attributes, dialect.response.includes_cached);
      if (usage === undefined) continue;
      recorder.usage(text(get('request_id')) ?? `event ${index}`, usage);
      const usd = readDollars(attributes);
      if (usd !== undefined) cost = (cost ?? 0) + usd;
      last = 'answer';
    } else if (name === 'turn_cost') {
      const usd = number(get('usage.estimated_usd'));
      if (usd !== undefined) cost = (cost ?? 0) + usd;
      if (get('turn.interrupted') === true) last = 'interruption';
    } else if (name === dialect.tool.name) {
      for (const { at: moment, entry } of readTool(recorder, event, dialect)) add(moment, entry);
      last = 'result';
    } else if (dialect.failures.has(name)) {
      const status = number(Number(wordsOf(get('status_code')) || Number.NaN));
      const said = wordsOf(get('error') ?? get('error.message') ?? get('error_type')) || 'an error';
      add(time, { type: 'error', text: said, ...(Number.isSafeInteger(status) ? { status } : {}) });
      last = 'failure';
    }
  }
  if (cost !== undefined) recorder.cost(cost);
  // a tool call is logged when it ends, so it starts before what was logged in between
  for (const { entry } of timed.toSorted((a, b) => compare(a.time, b.time))) recorder.entry(entry);
  readEnd(recorder, last);
}

type Last = 'nothing' | 'prompt' | 'answer' | 'result' | 'failure' | 'interruption';

const ENDS: Readonly<Record<Exclude<Last, 'nothing'>, Parameters<Recorder['end']>>> = {
  answer: ['completed', 'the last response called no tool'],
  prompt: ['interrupted', 'the logs stop before an answer'],
  result: ['interrupted', 'the logs stop after the result of a tool'],
  failure: ['failed', 'the last request to the model failed'],
  interruption: ['interrupted', 'the user interrupted the turn'],
};

function readEnd(recorder: Recorder, last: Last): void {
  if (last !== 'nothing') recorder.end(...ENDS[last]);
}

function identify(recorder: Recorder, { session, attributes, resource }: AgentEvent, { agent }: Dialect): void {
  const version = text(resource.get('service.version')) ?? text(attributes.get('app.version'));
  const model = readModel(attributes);
  recorder.identify({
    agent,
    ...(session ? { session_id: session } : {}),
    ...(version ? { agent_version: version } : {}),
    ...(model ? { model } : {}),
  });
}

function readTool(recorder: Recorder, { time, attributes }: AgentEvent, { tool }: Dialect) {
  const get = (...keys: readonly string[]) =>
    keys.map((key) => attributes.get(key)).find((value) => value !== undefined);
  const tool_id = text(get('tool_use_id', 'call_id')) ?? null;
  const name = text(get('tool_name', 'function_name')) ?? 'unknown';
  const ms = number(Number(wordsOf(get('duration_ms')) || Number.NaN)) ?? 0;
  const said = wordsOf(get('output', 'error', 'error.message', 'error_type'));
  const decision = text(get('decision', 'decision_type')) ?? '';
  const succeeded = String(get('success') ?? '');
  const blocked = number(Number(wordsOf(get('blocked_on_user_ms')) || Number.NaN));
  if (tool_id !== null && blocked !== undefined) recorder.waited(tool_id, blocked);
  const call: TranscriptEntry = {
    type: 'tool_use',
    tool: name,
    tool_id,
    input: inputOf(structured(get(...tool.input))),
  };
  const result: TranscriptEntry = {
    type: 'tool_result',
    tool_id,
    text: said,
    ...(succeeded === 'true' ? { is_error: false } : markFailure(succeeded === 'false')),
    ...(/^(reject|deny|denied|abort)/.test(decision) ? { status: 'rejected' } : {}),
  };
  const start = time - BigInt(Math.round(Math.max(0, ms))) * 1_000_000n;
  return [
    { at: start < 0n ? time : start, entry: call },
    { at: time, entry: result },
  ];
}

// the parameters of a command are logged under other names than the tool has
function inputOf(input: Json): Json {
  const command = text(at(input, 'full_command'));
  return command === undefined ? (input ?? {}) : { command };
}

type Attributes = Pick<AgentEvent['attributes'], 'get'>;

/** The model without its options, such as `[1m]`. */
export const readModel = (attributes: Attributes): string | undefined =>
  text(attributes.get('model'))?.replace(/\[.*\]$/, '');

/** The cost of one response. */
export function readDollars(attributes: Attributes): number | undefined {
  const usd = attributes.get('cost_usd');
  return number(usd) ?? number(Number(text(usd) ?? Number.NaN));
}

export function readUsage(attributes: Attributes, includesCached: boolean) {
  const find = (...keys: readonly string[]) =>
    keys
      .map((key) => attributes.get(key))
      .map((value) => number(value) ?? number(Number(text(value) ?? Number.NaN)))
      .find((value) => value !== undefined);
  const input = find('input_tokens', 'input_token_count');
  if (input === undefined) return undefined;
  const read = count(find('cache_read_tokens', 'cached_token_count', 'cached_content_token_count'));
  const written = count(find('cache_creation_tokens', 'cache_write_token_count'));
  const thoughts = count(find('thoughts_token_count'));
  return {
    input_tokens: count(input) + (includesCached ? 0 : read + written),
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(find('output_tokens', 'output_token_count')) + thoughts,
  };
}
