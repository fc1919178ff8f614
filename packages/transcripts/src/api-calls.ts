import { at, type Json, list, number, text } from '@assay/schema/json';
import { flatten, idOf, toolOf } from './readers/codex-items.ts';
import { structured } from './readers/otlp-spans.ts';

/** A tool call in the answer of a model service. */
export interface ModelToolCall {
  readonly id: string | null;
  readonly tool: string;
  readonly input: Json;
  /** Whether the service runs the tool itself. */
  readonly by_service: boolean;
}

/** A result of a tool call, as an agent sends it to a model service. */
export interface SentResult {
  readonly id: string | null;
  /** The call in the same request, for services whose calls have no id. */
  readonly call: Pick<ModelToolCall, 'tool' | 'input'> | null;
  readonly text: string;
  readonly is_error: boolean;
}

/** Reads the tool calls of one answer from its document or its events, in order. */
export interface ToolCallReader {
  read(record: Json): void;
  end(): void;
}

/** Reads answers in the formats of Anthropic, OpenAI (both) and Gemini. */
export function createToolCallReader(onCall: (call: ModelToolCall) => void): ToolCallReader {
  const blocks = new Map<Json, { readonly block: Json; json: string }>();
  const parts = new Map<string, { id: string | null; tool: string; json: string }>();
  const known = new Set<string>();
  const report = (call: ModelToolCall): void => {
    // the last event of OpenAI Responses repeats all items
    if (call.id !== null && known.has(call.id)) return;
    if (call.id !== null) known.add(call.id);
    onCall(call);
  };
  const addPart = (place: string, call: Json): void => {
    const part = parts.get(place) ?? { id: null, tool: '', json: '' };
    part.id ??= text(at(call, 'id')) ?? null;
    part.tool ||= text(at(call, 'function', 'name')) ?? '';
    part.json += text(at(call, 'function', 'arguments')) ?? '';
    parts.set(place, part);
  };
  const readBlock = (block: Json, input: Json): void => {
    const type = text(at(block, 'type')) ?? '';
    if (!type.endsWith('tool_use')) return;
    report({ id: text(at(block, 'id')) ?? null, tool: nameIn(block), input, by_service: type !== 'tool_use' });
  };
  const readDocument = (reply: Json): void => {
    for (const block of list(at(reply, 'content'))) readBlock(block, at(block, 'input'));
    for (const item of list(at(reply, 'output'))) readItem(item, report);
    for (const choice of list(at(reply, 'choices'))) {
      for (const call of list(at(choice, 'message', 'tool_calls'))) report(chatCall(call));
      for (const call of list(at(choice, 'delta', 'tool_calls')))
        addPart(`${number(at(choice, 'index')) ?? 0} ${number(at(call, 'index')) ?? 0}`, call);
    }
    for (const candidate of list(at(reply, 'candidates')))
      for (const part of list(at(candidate, 'content', 'parts')))
        if (at(part, 'functionCall') !== undefined) report(geminiCall(at(part, 'functionCall')));
  };
  return {
    read(record) {
      const index = at(record, 'index');
      switch (at(record, 'type')) {
        case 'content_block_start':
          blocks.set(index, { block: at(record, 'content_block'), json: '' });
          break;
        case 'content_block_delta': {
          const open = blocks.get(index);
          if (open !== undefined) open.json += text(at(record, 'delta', 'partial_json')) ?? '';
          break;
        }
        case 'content_block_stop': {
          const open = blocks.get(index);
          blocks.delete(index);
          if (open !== undefined) readBlock(open.block, open.json ? structured(open.json) : at(open.block, 'input'));
          break;
        }
        case 'response.output_item.done':
          readItem(at(record, 'item'), report);
          break;
        default:
          // events of OpenAI Responses and answers of Gemini's other service wrap the reply
          readDocument(at(record, 'response') ?? record);
      }
    },
    end() {
      for (const { id, tool, json } of parts.values()) report({ id, tool, input: structured(json), by_service: false });
      parts.clear();
    },
  };
}

/** The results of tool calls in the body of a request. */
export function readSentResults(body: Json): SentResult[] {
  return [
    ...list(at(body, 'messages')).flatMap(readMessage),
    ...list(at(body, 'input')).flatMap(readOutput),
    ...readContents(list(at(body, 'contents') ?? at(body, 'request', 'contents'))),
  ];
}

const nameIn = (call: Json): string => text(at(call, 'name')) ?? 'unknown';

const chatCall = (call: Json): ModelToolCall => ({
  id: text(at(call, 'id')) ?? null,
  tool: nameIn(at(call, 'function')),
  input: structured(at(call, 'function', 'arguments')),
  by_service: false,
});

const geminiCall = (call: Json): ModelToolCall => ({
  id: text(at(call, 'id')) ?? null,
  tool: nameIn(call),
  input: at(call, 'args'),
  by_service: false,
});

/** Items of OpenAI Responses that the agent answers. */
const OWN_CALLS = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);

function readItem(item: Json, report: (call: ModelToolCall) => void): void {
  const type = text(at(item, 'type')) ?? '';
  if (!type.endsWith('_call')) return;
  const input = structured(at(item, 'arguments') ?? at(item, 'input') ?? at(item, 'action'));
  report({ id: idOf(item), tool: toolOf(item), input, by_service: !OWN_CALLS.has(type) });
}

function readMessage(message: Json): SentResult[] {
  if (at(message, 'role') === 'tool')
    return [result(text(at(message, 'tool_call_id')), flatten(at(message, 'content')))];
  return list(at(message, 'content'))
    .filter((block) => at(block, 'type') === 'tool_result')
    .map((block) =>
      result(text(at(block, 'tool_use_id')), flatten(at(block, 'content')), at(block, 'is_error') === true),
    );
}

const readOutput = (item: Json): SentResult[] =>
  /_call_output$/.test(text(at(item, 'type')) ?? '')
    ? [result(idOf(item) ?? undefined, flatten(at(item, 'output')))]
    : [];

const result = (id: string | undefined, said: string, is_error = false): SentResult => ({
  id: id ?? null,
  call: null,
  text: said,
  is_error,
});

// the history of Gemini has calls and their results in order
function readContents(contents: readonly Json[]): SentResult[] {
  const open: ModelToolCall[] = [];
  return contents.flatMap((content) =>
    list(at(content, 'parts')).flatMap((part) => {
      const [call, response] = [at(part, 'functionCall'), at(part, 'functionResponse')];
      if (call !== undefined) open.push(geminiCall(call));
      if (response === undefined) return [];
      const id = text(at(response, 'id')) ?? null;
      const place = open.findIndex((each) => (id !== null && each.id === id) || each.tool === nameIn(response));
      const [answered = null] = place === -1 ? [] : open.splice(place, 1);
      const said = at(response, 'response');
      const error = text(at(said, 'error'));
      const output = error ?? text(at(said, 'output')) ?? JSON.stringify(said ?? null);
      return [{ id, call: answered, text: output, is_error: error !== undefined }];
    }),
  );
}
