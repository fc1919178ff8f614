import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, readTimestamp, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';

const KNOWN = new Set(['system', 'user', 'assistant', 'thinking', 'tool_call', 'interaction_query', 'result']);

/**
 * Output of `cursor-agent -p --output-format stream-json`. A failed run may stop without a result, so a stream without
 * one counts as interrupted. With partial output, messages arrive in pieces and then again as a whole.
 */
export const cursorStream = defineReader({
  format: 'cursor-stream',
  title: 'Cursor streams',
  agent: 'cursor',
  recognizes: (record) =>
    isObject(record) &&
    KNOWN.has(text(at(record, 'type')) ?? '') &&
    'session_id' in record &&
    !('uuid' in record || 'parent_tool_use_id' in record) &&
    hasShape(record),

  open(recorder) {
    const reading: Reading = { recorder, started: new Set(), pieces: null, thought: null, rejected: 0 };
    return {
      read(record) {
        const session_id = text(at(record, 'session_id'));
        if (session_id) recorder.identify({ session_id });
        if (at(record, 'type') !== 'thinking') flushThought(reading);
        readLine(reading, record);
      },
      end() {
        flushThought(reading);
        flushPieces(reading);
      },
    };
  },
});

interface Piece {
  text: string;
  readonly at: string | undefined;
}

interface Reading {
  readonly recorder: Recorder;
  readonly started: Set<string>;
  /** The pieces of an incomplete message. */
  pieces: Piece | null;
  thought: Piece | null;
  rejected: number;
}

// Claude Code and Qwen Code print the same line types, with messages of an API and results with totals
function hasShape(record: Record<string, unknown>): boolean {
  const message = record['message'];
  switch (record['type']) {
    case 'system':
      return record['subtype'] === 'init' ? 'permissionMode' in record && !('tools' in record) : false;
    case 'user':
    case 'assistant':
      return (
        isObject(message) &&
        Object.keys(message).every((field) => field === 'role' || field === 'content') &&
        list(message['content']).every((block) => at(block, 'type') === 'text') &&
        Array.isArray(message['content'])
      );
    case 'result':
      return 'duration_ms' in record && !('num_turns' in record || 'total_cost_usd' in record);
    default:
      return 'subtype' in record;
  }
}

function readLine(reading: Reading, record: Json): void {
  const { recorder } = reading;
  const type = text(at(record, 'type')) ?? 'nothing';
  switch (type) {
    case 'system':
      readSystem(recorder, record);
      return;
    case 'user':
      recorder.entry({ type: 'user', text: textOf(at(record, 'message', 'content')), ...when(record) });
      return;
    case 'assistant':
      readAssistant(reading, record);
      return;
    case 'thinking':
      reading.thought = append(reading.thought, record, text(at(record, 'text')) ?? '');
      return;
    case 'tool_call':
      flushPieces(reading);
      readTool(reading, record);
      return;
    case 'result':
      flushPieces(reading);
      readResult(reading, record);
      return;
    default:
      if (!KNOWN.has(type)) recorder.unknown(`line ${type}`);
  }
}

function readSystem(recorder: Recorder, record: Json): void {
  const subtype = text(at(record, 'subtype')) ?? '';
  if (subtype !== 'init') {
    recorder.entry({ type: 'system', text: subtype, ...when(record) });
    return;
  }
  const model = text(at(record, 'model'));
  if (model) recorder.identify({ model });
  recorder.end('interrupted', 'the stream stops before its result');
}

// a piece has a timestamp but no model call; a whole message has both or neither
function readAssistant(reading: Reading, record: Json): void {
  const said = textOf(at(record, 'message', 'content'));
  if (when(record).at !== undefined && at(record, 'model_call_id') === undefined) {
    reading.pieces = append(reading.pieces, record, said);
    return;
  }
  // the whole message repeats its pieces; keep pieces of other messages
  if (reading.pieces !== null && said.includes(reading.pieces.text)) reading.pieces = null;
  flushPieces(reading);
  reading.recorder.entry({ type: 'assistant', text: said, ...when(record) });
}

function readTool(reading: Reading, record: Json): void {
  const { recorder, started } = reading;
  const tool_id = text(at(record, 'call_id')) ?? null;
  const { tool, input, result } = callOf(at(record, 'tool_call'));
  const completed = at(record, 'subtype') === 'completed';
  if (!completed || (tool_id !== null && !started.has(tool_id)))
    recorder.entry({ type: 'tool_use', tool, tool_id, input, ...when(record) });
  if (tool_id !== null) started.add(tool_id);
  if (!completed) return;
  const [outcome, details] = isObject(result) ? (Object.entries(result)[0] ?? []) : [];
  if (outcome === 'rejected') reading.rejected++;
  const exit_code = number(at(details, 'exitCode'));
  recorder.entry({
    type: 'tool_result',
    tool_id,
    text: outputOf(details ?? result),
    // tools answer with `success` or one of several error fields
    is_error: (outcome ?? 'success') !== 'success' || at(details, 'isError') === true,
    ...(Number.isSafeInteger(exit_code) ? { exit_code } : {}),
    ...when(record),
  });
}

// the only field `<kind>ToolCall` names the tool; tools without their own kind are a function
function callOf(call: Json): { tool: string; input: Json; result: Json } {
  const [name, body] = Object.entries(isObject(call) ? call : {}).find(([key]) => key.endsWith('ToolCall')) ?? [];
  if (name === undefined)
    return {
      tool: text(at(call, 'function', 'name')) ?? 'unknown',
      input: at(call, 'function', 'arguments'),
      result: at(call, 'result'),
    };
  const args = at(body, 'args');
  const result = at(body, 'result');
  if (name !== 'mcpToolCall') return { tool: name, input: args, result };
  const server = text(at(args, 'serverIdentifier')) ?? text(at(args, 'providerIdentifier')) ?? 'unknown';
  return { tool: `mcp__${server}__${text(at(args, 'toolName')) ?? 'unknown'}`, input: at(args, 'args'), result };
}

function outputOf(details: Json): string {
  if (typeof details === 'string') return details;
  const content = at(details, 'content');
  if (Array.isArray(content)) return textOf(content);
  const printed = [at(details, 'stdout'), at(details, 'stderr')].filter((part) => text(part)).join('\n');
  const said = text(content) ?? text(at(details, 'error')) ?? text(at(details, 'reason'));
  return printed || said || factsOf(details);
}

// tool-specific result fields, such as the lines an edit added
function factsOf(details: Json): string {
  return Object.entries(isObject(details) ? details : {})
    .filter(([, value]) => value !== null && typeof value !== 'object')
    .map(([name, value]) => `${name}: ${String(value)}`)
    .join('\n');
}

function readResult({ recorder, rejected }: Reading, record: Json): void {
  const usage = usageOf(at(record, 'usage'));
  if (usage) recorder.totalUsage(usage);
  const subtype = text(at(record, 'subtype')) ?? 'nothing';
  if (at(record, 'is_error') === true || subtype !== 'success')
    recorder.end('failed', text(at(record, 'result')) || `the result is ${subtype}`);
  else if (rejected > 0) recorder.end('denied', `${rejected} tool uses were rejected`);
  else recorder.end('completed', 'the result reports success');
}

// three separate kinds of input
function usageOf(usage: Json): Usage | undefined {
  if (number(at(usage, 'inputTokens')) === undefined) return undefined;
  const read = count(at(usage, 'cacheReadTokens'));
  const written = count(at(usage, 'cacheWriteTokens'));
  return {
    input_tokens: count(at(usage, 'inputTokens')) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(at(usage, 'outputTokens')),
  };
}

function append(piece: Piece | null, record: Json, said: string): Piece {
  return piece === null ? { text: said, at: when(record).at } : { ...piece, text: piece.text + said };
}

function flushPieces(reading: Reading): void {
  flush(reading.recorder, reading.pieces);
  reading.pieces = null;
}

function flushThought(reading: Reading): void {
  flush(reading.recorder, reading.thought);
  reading.thought = null;
}

function flush(recorder: Recorder, piece: Piece | null): void {
  if (piece === null || piece.text === '') return;
  recorder.entry({ type: 'assistant', text: piece.text, ...(piece.at === undefined ? {} : { at: piece.at }) });
}

const when = (record: Json): { at?: string } => readTimestamp(number(at(record, 'timestamp_ms')));

// text of a message is in the block; text of an MCP tool is one level deeper
const textOf = (content: Json): string =>
  list(content)
    .map((block) => text(at(block, 'text')) ?? text(at(block, 'text', 'text')) ?? '')
    .join('');
