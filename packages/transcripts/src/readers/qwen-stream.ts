import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { readClaudeLines } from './claude-lines.ts';
import { recordMessage } from './claude-messages.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-/;
const SILENT = new Set(['stream_event', 'control_request', 'control_response']);

/**
 * Output of `qwen -o stream-json`: the line types of Claude Code's stream with different content. Input tokens include
 * cached ones, `error_during_execution` covers any failure, and there is no cost.
 */
export const qwenStream = defineReader({
  format: 'qwen-stream',
  title: 'Qwen Code streams',
  agent: 'qwen-code',
  recognizes: (record) => isObject(record) && 'session_id' in record && isQwen(record),

  open: (recorder) =>
    readClaudeLines(recorder, {
      message: (record) => {
        recordMessage(recorder, at(record, 'message'), { lane: text(at(record, 'parent_tool_use_id')) });
        readResponse(recorder, record);
      },
      system: (record) => readSystem(recorder, record),
      result: (record) => readResult(recorder, record),
      ignored: SILENT,
    }),
});

// fields that distinguish these lines from Claude Code's lines of the same type
function isQwen(record: Record<string, Json>): boolean {
  switch (at(record, 'type')) {
    case 'system':
      return 'qwen_code_version' in record || 'data' in record;
    case 'assistant':
      // message ids are UUIDs, as in messages that Claude Code itself writes
      return (
        UUID.test(text(at(record, 'message', 'id')) ?? '') &&
        at(record, 'message', 'context_management') === undefined &&
        at(record, 'message', 'stop_sequence') === undefined
      );
    case 'user':
      return (
        'parent_tool_use_id' in record &&
        !('timestamp' in record || 'tool_use_result' in record || 'isSidechain' in record)
      );
    case 'stream_event':
      return 'uuid' in record && !('api_message_id' in record);
    case 'result':
      return 'num_turns' in record && !('total_cost_usd' in record || 'modelUsage' in record);
    default:
      return false;
  }
}

function readSystem(recorder: Recorder, record: Json): void {
  if (at(record, 'subtype') !== 'init') return;
  const [model, agent_version] = [text(at(record, 'model')), text(at(record, 'qwen_code_version'))];
  recorder.identify({ ...(model ? { model } : {}), ...(agent_version ? { agent_version } : {}) });
  recorder.end('interrupted', 'the stream stops before its result');
}

// a response has several lines and only the last has tokens; they count only if no result sums them up
function readResponse(recorder: Recorder, record: Json): void {
  const model = text(at(record, 'message', 'model'));
  if (model) recorder.identify({ model });
  const usage = readUsage(at(record, 'message', 'usage'));
  if (usage && usage.input_tokens > 0) recorder.usage(text(at(record, 'uuid')) ?? '', usage);
}

function readResult(recorder: Recorder, record: Json): void {
  const usage = readUsage(at(record, 'usage'));
  if (usage) recorder.totalUsage(usage);
  const subtype = text(at(record, 'subtype')) ?? '';
  const said = text(at(record, 'error', 'message')) ?? text(at(record, 'result')) ?? '';
  const denials = list(at(record, 'permission_denials'));
  const failed = at(record, 'is_error') === true || subtype !== 'success' || said.startsWith('[API Error');
  if (failed) recorder.entry({ type: 'error', text: said || subtype });
  if (/^error_max_/.test(subtype) || (failed && /max session turns/i.test(said)))
    recorder.end('limit', said || `${subtype.replace('error_', '').replaceAll('_', ' ')} reached`);
  else if (failed && /cancelled|aborted/i.test(said)) recorder.end('interrupted', said);
  else if (failed) recorder.end('failed', said || 'the result does not report success');
  else if (denials.length > 0) recorder.end('denied', `${denials.length} tool uses were denied`);
  else recorder.end('completed', 'the result reports success');
}

function readUsage(usage: Json): Usage | undefined {
  if (number(at(usage, 'input_tokens')) === undefined) return undefined;
  const input_tokens = count(at(usage, 'input_tokens'));
  return {
    input_tokens,
    cached_input_tokens: count(at(usage, 'cache_read_input_tokens')),
    cache_write_input_tokens: count(at(usage, 'cache_creation_input_tokens')),
    output_tokens: Math.max(count(at(usage, 'output_tokens')), count(at(usage, 'total_tokens')) - input_tokens),
  };
}
