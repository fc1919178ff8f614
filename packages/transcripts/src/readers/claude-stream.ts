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
  // Qwen Code writes nearly the same, with its own version field and message ids equal to line ids
  recognizes: (record) =>
    isObject(record) &&
    KNOWN.has(word(record['type'])) &&
    'session_id' in record &&
    'uuid' in record &&
    !('isSidechain' in record) &&
    !('qwen_code_version' in record) &&
    at(record, 'message', 'id') !== record['uuid'] &&
    (record['type'] !== 'result' || 'total_cost_usd' in record) &&
    (record['type'] !== 'user' || 'timestamp' in record),

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
