import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { exitCode, responseText } from './gemini-session.ts';

const LINES = new Set(['user', 'assistant', 'tool_result', 'system']);

/**
 * Qwen Code's own log of a session: `~/.qwen/projects/<cwd>/chats/<session>.jsonl`.
 * Tokens appear on the response and again in its telemetry; only the former are counted.
 */
export const qwenSession = defineReader({
  format: 'qwen-session',
  title: 'Qwen Code sessions',
  agent: 'qwen-code',
  recognizes: (record) =>
    isObject(record) &&
    LINES.has(text(at(record, 'type')) ?? '') &&
    'parentUuid' in record &&
    'sessionId' in record &&
    // Claude Code's lines have this field, and blocks instead of Qwen's parts
    !('isSidechain' in record) &&
    ('systemPayload' in record || 'subtype' in record || Array.isArray(at(record, 'message', 'parts'))),

  open(recorder) {
    return {
      read(record) {
        const type = text(at(record, 'type')) ?? 'nothing';
        identify(recorder, record);
        if (type === 'system') {
          readSystem(recorder, record);
          return;
        }
        if (!LINES.has(type)) {
          recorder.unknown(`line ${type}`);
          return;
        }
        const parts = list(at(record, 'message', 'parts'));
        for (const part of parts) recordPart(recorder, part, record);
        const usage = type === 'assistant' ? readUsage(at(record, 'usageMetadata')) : undefined;
        if (usage) recorder.usage(text(at(record, 'uuid')) ?? '', usage);
        const calls = parts.some((part) => at(part, 'functionCall') !== undefined);
        if (type === 'assistant' && parts.length > 0 && !calls)
          recorder.end('completed', 'the last response called no tool');
        else recorder.end('interrupted', 'the session stops before a last response');
      },
    };
  },
});

function identify(recorder: Recorder, record: Json): void {
  const [session_id, agent_version] = [text(at(record, 'sessionId')), text(at(record, 'version'))];
  const model = text(at(record, 'model'));
  recorder.identify({
    ...(session_id ? { session_id } : {}),
    ...(agent_version ? { agent_version } : {}),
    ...(model ? { model } : {}),
  });
}

// except for failed requests, telemetry is about the program itself or repeats other lines
function readSystem(recorder: Recorder, record: Json): void {
  const event = at(record, 'systemPayload', 'uiEvent');
  if (at(event, 'event.name') !== 'qwen-code.api_error') return;
  const said = text(at(event, 'error_message')) ?? text(at(event, 'error')) ?? 'the API answered with an error';
  const code = number(at(event, 'status_code'));
  recorder.entry({
    type: 'error',
    text: said,
    ...(Number.isInteger(code) ? { status: code } : {}),
    ...instant(record),
  });
  recorder.end('failed', said);
}

function recordPart(recorder: Recorder, part: Json, record: Json): void {
  const call = at(part, 'functionCall');
  const response = at(part, 'functionResponse');
  const said = text(at(part, 'text'));
  if (call !== undefined)
    recorder.entry({
      type: 'tool_use',
      tool: text(at(call, 'name')) ?? 'unknown',
      tool_id: text(at(call, 'id')) ?? null,
      input: at(call, 'args'),
      ...instant(record),
    });
  else if (response !== undefined) recordResult(recorder, part, record);
  else if (said !== undefined)
    recorder.entry({ type: at(record, 'type') === 'assistant' ? 'assistant' : 'user', text: said, ...instant(record) });
  else if (at(part, 'inlineData') !== undefined || at(part, 'fileData') !== undefined)
    recorder.entry({ type: 'user', text: responseText([part]), ...instant(record) });
  else recorder.unknown(`part ${isObject(part) ? (Object.keys(part)[0] ?? 'nothing') : 'nothing'}`);
}

function recordResult(recorder: Recorder, part: Json, record: Json): void {
  const response = at(part, 'functionResponse');
  const status = text(at(record, 'toolCallResult', 'status'));
  const answer = responseText([part]);
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(response, 'id')) ?? text(at(record, 'toolCallResult', 'callId')) ?? null,
    text: answer,
    is_error: status === 'error' || status === 'cancelled' || text(at(response, 'response', 'error')) !== undefined,
    ...exitCode(at(response, 'name'), answer),
    ...(status === undefined ? {} : { status }),
    ...instant(record),
  });
}

// the prompt includes cached tokens; the total includes thoughts, but the candidates include them only on some servers
function readUsage(usage: Json): Usage | undefined {
  if (number(at(usage, 'promptTokenCount')) === undefined) return undefined;
  const input_tokens = count(at(usage, 'promptTokenCount'));
  return {
    input_tokens,
    cached_input_tokens: count(at(usage, 'cachedContentTokenCount')),
    cache_write_input_tokens: 0,
    output_tokens: Math.max(
      count(at(usage, 'candidatesTokenCount')),
      count(at(usage, 'totalTokenCount')) - input_tokens,
    ),
  };
}

function instant(record: Json): { at?: string } {
  const written = text(at(record, 'timestamp'));
  return written ? { at: written } : {};
}
