import type { TranscriptEntry, Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';
import { bodyOf, inputOf, type Message, outputOf } from './otlp-messages.ts';
import { compare, instantOf, isGenAi, type Span, spansOf, structured, wordsOf } from './otlp-spans.ts';

const MODEL_CALLS = new Set(['chat', 'generate_content', 'text_completion']);
/** Operations that are not part of the conversation. */
const SILENT =
  /^(create_agent|invoke_workflow|plan|embeddings|retrieval|(create|update|upsert|delete|search)_memory(_store)?)$/;

/**
 * Traces with OpenTelemetry's GenAI conventions, as OTLP JSON: one document or one per line.
 * Each model call repeats the conversation before it, and agents repeat their models, so entries are deduplicated.
 */
export const otlpGenai = defineReader({
  format: 'otlp-genai',
  title: 'OpenTelemetry GenAI traces',
  agent: 'unknown',
  recognizes: (record) => spansOf(record).some(({ attributes }) => [...attributes.keys()].some(isGenAi)),

  open(recorder) {
    const spans = new Map<string, Span>();
    return {
      read(record) {
        if (!Array.isArray(at(record, 'resourceSpans'))) recorder.unknown('OTLP document without spans');
        // an exporter that retries sends a span twice
        for (const span of spansOf(record)) spans.set(span.key, span);
      },
      // exporters send a span when it ends, so a parent comes after its children
      end() {
        recordTrace(
          recorder,
          [...spans.values()].sort((a, b) => compare(a.start, b.start)),
        );
      },
    };
  },
});

interface Family {
  /** The ancestors of a span, nearest first. */
  around(span: Span): readonly Span[];
  laneOf(span: Span): string | undefined;
}

function createFamily(spans: readonly Span[]): Family {
  const byKey = new Map(spans.map((span) => [span.key, span]));
  const around = (span: Span) => {
    const found = new Set<Span>();
    let next = byKey.get(span.parent);
    for (; next && next !== span && !found.has(next); next = byKey.get(next.parent)) found.add(next);
    return [...found];
  };
  // an agent inside another is a sub-agent, started by the tool between them
  const laneOf = (span: Span) => {
    const line = [span, ...around(span)];
    const inner = line.findIndex(isAgent);
    const outer = line.findIndex((other, i) => i > inner && isAgent(other));
    if (inner === -1 || outer === -1) return undefined;
    const tool = line.slice(inner, outer).find(({ operation }) => operation === 'execute_tool');
    return tool ? toolIdOf(tool) : line[inner]?.key.split(' ')[1];
  };
  return { around, laneOf };
}

const isAgent = ({ operation }: Span) => operation === 'invoke_agent';
const isModelCall = ({ operation }: Span) => MODEL_CALLS.has(operation);
const toolIdOf = ({ attributes, key }: Span) => text(attributes.get('gen_ai.tool.call.id')) ?? key.split(' ')[1] ?? '';

function recordTrace(recorder: Recorder, spans: readonly Span[]): void {
  const family = createFamily(spans);
  // a framework and its client may both report the same call
  const told = spans.filter((span) => !(isModelCall(span) && family.around(span).some(isModelCall)));
  const agents = told.filter((span) => isAgent(span) && !family.around(span).some(isAgent));
  const moments = told.flatMap((span) => [
    { span, time: span.start, isEnd: false },
    { span, time: span.end === 0n ? span.start : span.end, isEnd: true },
  ]);
  const conversation = createConversation(recorder);
  for (const { span, time, isEnd } of moments.sort((a, b) => compare(a.time, b.time)))
    conversation.add(span, { isEnd, at: instantOf(time).at, lane: family.laneOf(span) });
  for (const span of told) readWait(recorder, span, family);
  for (const entry of conversation.entries) recorder.entry(entry);
  for (const { operation } of told)
    if (operation !== '' && operation !== 'execute_tool' && !MODEL_CALLS.has(operation))
      if (operation !== 'invoke_agent' && !SILENT.test(operation)) recorder.unknown(`operation ${operation}`);
  identify(recorder, agents, told);
  recordUsage(recorder, agents, told);
  recordEnd(recorder, agents, told);
}

// `config` means that no person was asked
function readWait(recorder: Recorder, span: Span, family: Family): void {
  if (span.name !== 'claude_code.tool.blocked_on_user' || span.attributes.get('source') === 'config') return;
  const tool = family.around(span).find(({ operation }) => operation === 'execute_tool');
  if (tool) recorder.waited(toolIdOf(tool), Number((span.end - span.start) / 1_000_000n));
}

interface Moment {
  readonly isEnd: boolean;
  readonly at: string | undefined;
  readonly lane: string | undefined;
}

/** Adds the content of spans to a transcript without duplicates. */
function createConversation(recorder: Recorder) {
  const entries: TranscriptEntry[] = [];
  const said = new Map<string, number>();
  const calls = new Map<string, TranscriptEntry>();
  const results = new Map<string, TranscriptEntry>();
  const claims = new Map<string, string>();
  const place = ({ at: instant, lane }: Moment) => ({ ...(instant ? { at: instant } : {}), ...(lane ? { lane } : {}) });

  const call = (entry: { tool: string; tool_id: string | null; input: Json }, moment: Moment) => {
    if (entry.tool_id !== null && calls.has(entry.tool_id)) return;
    const added = { type: 'tool_use' as const, ...entry, ...place(moment) };
    entries.push(added);
    calls.set(entry.tool_id ?? `without id ${entries.length}`, added);
  };
  const result = (entry: { tool_id: string | null; text: string; is_error?: boolean }, moment: Moment) => {
    const known = entry.tool_id === null ? undefined : results.get(entry.tool_id);
    if (known) {
      // a tool span may lack its result; the next model call has it
      known.text ||= entry.text;
      return;
    }
    const added = { type: 'tool_result' as const, ...entry, ...place(moment) };
    entries.push(added);
    if (entry.tool_id !== null) results.set(entry.tool_id, added);
  };
  const findOpen = (tool: string) =>
    [...calls.values()].find(
      ({ tool: other, tool_id }) => other === tool && tool_id && !results.has(tool_id) && !claims.has(tool_id),
    )?.tool_id;
  // a span without a call id belongs to the first unanswered call of that tool
  const claim = (span: Span, tool: string) => {
    const id =
      claims.get(span.key) ?? text(span.attributes.get('gen_ai.tool.call.id')) ?? findOpen(tool) ?? toolIdOf(span);
    claims.set(span.key, id).set(id, span.key);
    return id;
  };
  const say = (type: 'user' | 'assistant' | 'system', words: string, moment: Moment) =>
    entries.push({ type, text: words, ...place(moment) });

  const part = (role: string, value: Json, moment: Moment) => {
    const type = text(at(value, 'type')) ?? 'nothing';
    const tool_id = text(at(value, 'id')) ?? null;
    const speaker = role === 'assistant' || role === 'system' ? role : 'user';
    if (type === 'text' || type === 'reasoning' || type === 'thinking' || type === 'compaction')
      say(speaker, text(at(value, 'content')) ?? '', moment);
    else if (type === 'tool_call' || type === 'server_tool_call') {
      const input = structured(at(value, 'arguments') ?? at(value, 'server_tool_call'));
      call({ tool: text(at(value, 'name')) ?? 'unknown', tool_id, input }, moment);
    } else if (type === 'tool_call_response' || type === 'server_tool_call_response') {
      const answer = at(value, 'response') ?? at(value, 'result') ?? at(value, 'server_tool_call_response');
      result({ tool_id, text: wordsOf(answer) }, moment);
    } else if (type === 'blob' || type === 'file' || type === 'uri')
      say(speaker, `[${text(at(value, 'modality')) ?? type}]`, moment);
    else recorder.unknown(`message part ${type}`);
  };

  const speak = (messages: readonly Message[], moment: Moment, isNew: boolean) => {
    const here = new Map<string, number>();
    for (const { role, parts } of messages)
      for (const value of parts) {
        const print = JSON.stringify([moment.lane, role, value]);
        const [times, before] = [(here.get(print) ?? 0) + 1, said.get(print) ?? 0];
        here.set(print, times);
        if (!isNew && times <= before) continue;
        said.set(print, before + 1);
        part(role, value, moment);
      }
  };

  const useTool = (span: Span, moment: Moment) => {
    const tool = text(span.attributes.get('gen_ai.tool.name')) ?? 'unknown';
    const input = structured(span.attributes.get('gen_ai.tool.call.arguments'));
    const tool_id = claim(span, tool);
    if (!moment.isEnd) call({ tool, tool_id, input }, moment);
    else {
      const answer = span.attributes.get('gen_ai.tool.call.result') ?? outputOf(span)[0]?.parts[0];
      const words = wordsOf(isObject(answer) ? (answer['content'] ?? answer) : answer);
      result({ tool_id, text: words || (span.failure ?? ''), ...markFailure(span.failure !== undefined) }, moment);
    }
  };

  const add = (span: Span, moment: Moment) => {
    if (span.operation === 'execute_tool') useTool(span, moment);
    else if (!isAgent(span) && !isModelCall(span)) return;
    else if (!moment.isEnd) speak(inputOf(span), moment, false);
    else {
      speak(outputOf(span), moment, isModelCall(span));
      if (span.failure !== undefined && isModelCall(span))
        entries.push({ type: 'error', text: span.failure, ...statusOf(span), ...place(moment) });
    }
  };
  return { entries, add };
}

function statusOf({ attributes }: Span): { status?: string } {
  const status = text(attributes.get('error.type'));
  return status === undefined ? {} : { status };
}

function identify(recorder: Recorder, agents: readonly Span[], spans: readonly Span[]): void {
  const mine = [...agents, ...spans.filter(({ attributes }) => [...attributes.keys()].some(isGenAi))];
  const find = (...keys: readonly string[]) =>
    keys
      .flatMap((key) => mine.map(({ attributes, resource }) => text(attributes.get(key)) ?? text(resource.get(key))))
      .find(Boolean);
  const agent = find('gen_ai.agent.name', 'service.name');
  const agent_version = find('gen_ai.agent.version', 'service.version');
  const model = find('gen_ai.response.model', 'gen_ai.request.model');
  const session_id = find('gen_ai.conversation.id', 'session.id') ?? mine.find(({ trace }) => trace)?.trace;
  recorder.identify({
    ...(agent ? { agent } : {}),
    ...(agent_version ? { agent_version } : {}),
    ...(model ? { model } : {}),
    ...(session_id ? { session_id } : {}),
  });
}

// agents may report the sum of their models; it counts only if the models report nothing
function recordUsage(recorder: Recorder, agents: readonly Span[], spans: readonly Span[]): void {
  const calls = spans.filter((span) => isModelCall(span) || span.operation === 'embeddings');
  const used = [calls, agents].find((some) => some.some((span) => readUsage(span) !== undefined)) ?? [];
  for (const span of used) {
    const usage = readUsage(span);
    if (usage) recorder.usage(span.key, usage);
  }
  // the conventions have no cost; several instrumentations use this name
  const costs = [calls, agents].map((some) =>
    some.flatMap(({ attributes }) => dollars(attributes.get('gen_ai.usage.cost'))),
  );
  const paid = costs.find((some) => some.length > 0);
  if (paid) recorder.cost(paid.reduce((sum, usd) => sum + usd, 0));
}

function dollars(value: Json): number[] {
  const usd = number(value);
  return usd !== undefined && usd >= 0 ? [usd] : [];
}

function readUsage({ attributes }: Span): Usage | undefined {
  const first = (...names: readonly string[]) =>
    names.map((name) => attributes.get(`gen_ai.usage.${name}`)).find((value) => number(value) !== undefined);
  const [input, output] = [first('input_tokens', 'prompt_tokens'), first('output_tokens', 'completion_tokens')];
  if (input === undefined && output === undefined) return undefined;
  const read = count(first('cache_read.input_tokens', 'cache_read_input_tokens'));
  const names = ['cache_write.input_tokens', 'cache_creation.input_tokens', 'cache_creation_input_tokens'];
  const written = count(first(...names));
  // input includes cached tokens; if it is smaller than they are, the instrumentation excluded them
  const leftOut = count(input) < read + written ? read + written : 0;
  return {
    input_tokens: count(input) + leftOut,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(output),
  };
}

function recordEnd(recorder: Recorder, agents: readonly Span[], spans: readonly Span[]): void {
  const agent = agents.at(-1);
  const call = spans.findLast(isModelCall);
  const last = agent ?? call;
  if (last === undefined) return;
  const finish = call && finishOf(call);
  if (last.failure !== undefined) recorder.end('failed', last.failure);
  else if (last.end === 0n) recorder.end('interrupted', 'the last span has no end');
  else if (finish === 'length') recorder.end('limit', 'the last response reached its maximum length');
  else if (finish === 'content_filter') recorder.end('denied', 'the last response was filtered');
  else if (finish === 'tool_use') recorder.end('interrupted', 'the traces stop after a response that called a tool');
  else if (agent) recorder.end('completed', 'the span of the agent ended without an error');
  else if (finish === 'stop' || finish === 'end_turn') recorder.end('completed', 'the last response ended its turn');
}

function finishOf({ attributes, events }: Span): string | undefined {
  const choice = events.findLast(({ name }) => name === 'gen_ai.choice');
  return (
    text(list(structured(attributes.get('gen_ai.response.finish_reasons'))).at(-1)) ??
    text(at(list(structured(attributes.get('gen_ai.output.messages'))).at(-1), 'finish_reason')) ??
    text(at(choice && bodyOf(choice.attributes), 'finish_reason'))
  );
}
