import { at, count, isObject, type Json, list, number, text, word } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { readClaudeLines } from './claude-lines.ts';
import { readUsage, recordMessage } from './claude-messages.ts';

const KNOWN = new Set([
  'system',
  'assistant',
  'user',
  'result',
  'stream_event',
  'control_request',
  'control_response',
  'rate_limit_event',
  'tool_progress',
]);

/**
 * Output of `claude -p --output-format stream-json`. The usage on its lines is a snapshot and must not be summed; the
 * result has the totals. Exit code and `subtype` alone are unreliable, so several fields decide the end.
 */
export const claudeStream = defineReader({
  format: 'claude-stream',
  title: 'Claude Code streams',
  agent: 'claude-code',
  recognizes: (record) => isObject(record) && 'session_id' in record && !('isSidechain' in record) && isClaude(record),

  open: (recorder) =>
    readClaudeLines(recorder, {
      message: (record) =>
        recordMessage(recorder, at(record, 'message'), {
          at: text(at(record, 'timestamp')),
          lane: text(at(record, 'parent_tool_use_id')),
        }),
      system: (record) => readSystem(recorder, record),
      result: (record) => readResult(recorder, record),
      ignored: KNOWN,
    }),
});

// Qwen Code and Cursor print the same line types, and older versions print no `uuid`: only own fields count
function isClaude(record: Record<string, Json>): boolean {
  const has = (...fields: readonly string[]) => fields.some((field) => field in record);
  const type = word(record['type']);
  switch (type) {
    case 'system':
      if (record['subtype'] !== 'init') return has('uuid') && !has('data');
      return has('claude_code_version') || (has('tools') && has('apiKeySource'));
    case 'assistant':
      return isAnthropic(record['message']);
    case 'user':
      // the last one is also in lines of Qwen Code, so other lines decide
      return has('timestamp', 'tool_use_result', 'parent_tool_use_id');
    case 'result':
      return has('total_cost_usd', 'modelUsage');
    case 'stream_event':
      return isObject(record['event']) && !has('qwen_code_version');
    default:
      return KNOWN.has(type);
  }
}

// the messages of Anthropic's API, whatever server answered
function isAnthropic(message: Json): boolean {
  if (!isObject(message)) return false;
  const id = text(message['id']) ?? '';
  return (
    id.startsWith('msg_') ||
    'stop_sequence' in message ||
    at(message, 'usage', 'cache_creation_input_tokens') !== undefined
  );
}

function readSystem(recorder: Recorder, record: Json): void {
  if (at(record, 'subtype') !== 'init') return;
  const model = text(at(record, 'model'));
  const agent_version = text(at(record, 'claude_code_version'));
  recorder.identify({
    ...(model ? { model: model.replace(/\[.*\]$/, '') } : {}),
    ...(agent_version ? { agent_version } : {}),
  });
  for (const server of list(at(record, 'mcp_servers')))
    if (at(server, 'status') === 'failed')
      recorder.warn(
        `the MCP server ${word(at(server, 'name'))} could not be reached, so the agent ran without its tools`,
      );
  recorder.end('interrupted', 'the stream stops before its result');
}

function readResult(recorder: Recorder, record: Json): void {
  const cost = number(at(record, 'total_cost_usd'));
  if (cost !== undefined) recorder.cost(cost);
  const usage = totalOf(at(record, 'modelUsage')) ?? readUsage(at(record, 'usage'));
  if (usage) recorder.totalUsage(usage);
  const subtype = text(at(record, 'subtype')) ?? '';
  const denials = list(at(record, 'permission_denials'));
  const status = number(at(record, 'api_error_status'));
  const stopped = text(at(record, 'terminal_reason')) ?? '';
  if (/^error_max_/.test(subtype))
    recorder.end('limit', `${subtype.replace('error_', '').replaceAll('_', ' ')} reached`);
  else if (/abort|interrupt/.test(stopped) || subtype === 'error_during_execution')
    recorder.end('interrupted', `stopped during execution${stopped ? `: ${stopped}` : ''}`);
  else if (at(record, 'is_error') === true)
    recorder.end(
      'failed',
      status === undefined ? (text(at(record, 'result')) ?? 'an error') : `the API answered with ${status}`,
    );
  else if (denials.length > 0) recorder.end('denied', `${denials.length} tool uses were denied`);
  else recorder.end('completed', 'the result reports success');
}

// main thread plus sub-agents; `usage` has only the main thread
function totalOf(models: Json): ReturnType<typeof readUsage> {
  if (!isObject(models) || Object.keys(models).length === 0) return undefined;
  const sum = (field: string) => Object.values(models).reduce((all: number, model) => all + count(at(model, field)), 0);
  const [read, written] = [sum('cacheReadInputTokens'), sum('cacheCreationInputTokens')];
  return {
    input_tokens: sum('inputTokens') + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: sum('outputTokens'),
  };
}
