import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text, word } from '@assay/schema/json';
import type { Recorder } from '../transcript-reader.ts';

/** Timestamp and lane of a Claude Code message. */
export interface Place {
  readonly at?: string | undefined;
  /** The tool use that started the sub-agent. */
  readonly lane?: string | undefined;
}

/** Records the blocks of a Claude message as entries; shared by session files and streams. */
export function recordMessage(recorder: Recorder, message: Json, place: Place): void {
  const shared = { ...(place.at ? { at: place.at } : {}), ...(place.lane ? { lane: place.lane } : {}) };
  const role = roleOf(message);
  const content = at(message, 'content');
  if (typeof content === 'string') {
    recorder.entry({ type: role, text: content, ...shared });
    return;
  }
  for (const block of list(content)) {
    switch (at(block, 'type')) {
      case 'text':
        recorder.entry({ type: role, text: text(at(block, 'text')) ?? '', ...shared });
        break;
      case 'thinking':
      case 'redacted_thinking':
        recorder.entry({ type: 'assistant', text: text(at(block, 'thinking')) ?? '', ...shared });
        break;
      case 'tool_use':
      case 'server_tool_use':
      case 'mcp_tool_use':
        recorder.entry({
          type: 'tool_use',
          tool: text(at(block, 'name')) ?? 'unknown',
          tool_id: text(at(block, 'id')) ?? null,
          input: at(block, 'input'),
          ...shared,
        });
        break;
      case 'tool_result':
      case 'web_search_tool_result':
      case 'web_fetch_tool_result':
      case 'mcp_tool_result':
        recordResult(recorder, block, shared);
        break;
      case 'image':
      case 'document':
        recorder.entry({ type: role, text: `[${word(at(block, 'type'))}]`, ...shared });
        break;
      default:
        recorder.unknown(`content block ${word(at(block, 'type'))}`);
    }
  }
}

/** What Claude Code answers for the tool if a person did not allow the call. */
const REJECTED =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action)|\[Request interrupted by user)/;

function recordResult(recorder: Recorder, block: Json, shared: Place): void {
  const said = flatten(at(block, 'content'));
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(block, 'tool_use_id')) ?? null,
    text: said,
    is_error: at(block, 'is_error') === true,
    ...(REJECTED.test(said) ? { status: 'rejected' } : {}),
    ...(shared as { at?: string; lane?: string }),
  });
}

// messages by Claude Code itself, such as API errors, do not come from the model
function roleOf(message: Json): 'assistant' | 'user' | 'error' {
  if (at(message, 'role') !== 'assistant') return 'user';
  return at(message, 'model') === '<synthetic>' ? 'error' : 'assistant';
}

/** Tokens as Anthropic counts them: three separate kinds of input that add up. */
export function readUsage(usage: Json): Usage | undefined {
  if (!isObject(usage) || number(usage['input_tokens']) === undefined) return undefined;
  const read = count(usage['cache_read_input_tokens']);
  const written = count(usage['cache_creation_input_tokens']);
  return {
    input_tokens: count(usage['input_tokens']) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(usage['output_tokens']),
  };
}

function flatten(content: Json): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => text(at(block, 'text')) ?? `[${word(at(block, 'type'))}]`)
    .join('\n');
}
