import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';

/** Lines without an action of the agent. */
const SILENT = new Set([
  'session',
  'model_change',
  'thinking_level_change',
  'compaction',
  'branch_summary',
  'label',
  'session_info',
  'custom',
  'custom_message',
]);
const STOPS: Readonly<Record<string, Parameters<Recorder['end']>>> = {
  stop: ['completed', 'the last response ended its turn'],
  length: ['limit', 'the last response reached its maximum length'],
  aborted: ['interrupted', 'the user interrupted the turn'],
  error: ['failed', 'the model answered with an error'],
  toolUse: ['interrupted', 'the session stops in the middle of a turn'],
};

/**
 * Sessions of pi, which OpenClaw writes too: `~/.pi/agent/sessions/<cwd>/*.jsonl`, `~/.openclaw/agents/<id>/sessions`.
 * Each response has its tokens and its cost.
 */
export const piSession = defineReader({
  format: 'pi-session',
  title: 'pi and OpenClaw sessions',
  agent: 'pi',
  recognizes: (record) =>
    isObject(record) &&
    'timestamp' in record &&
    (record['type'] === 'message'
      ? number(at(record, 'message', 'timestamp')) !== undefined && at(record, 'message', 'role') !== undefined
      : record['type'] === 'session' && 'cwd' in record),

  open(recorder) {
    let cost = 0;
    return {
      read(record) {
        const type = text(at(record, 'type')) ?? 'nothing';
        const session_id = type === 'session' ? text(at(record, 'id')) : undefined;
        if (session_id) recorder.identify({ session_id });
        const message = at(record, 'message');
        const usd = number(at(message, 'usage', 'cost', 'total'));
        // 0 means that the price is unknown
        if (usd !== undefined && usd > 0) {
          cost += usd;
          recorder.cost(cost);
        }
        if (type === 'message') readMessage(recorder, record);
        else if (type === 'compaction')
          recorder.entry({ type: 'system', text: text(at(record, 'summary')) ?? '', ...when(record) });
        else if (!SILENT.has(type)) recorder.unknown(`line ${type}`);
      },
    };
  },
});

function readMessage(recorder: Recorder, record: Json): void {
  const message = at(record, 'message');
  const role = text(at(message, 'role')) ?? 'nothing';
  switch (role) {
    case 'user':
      recorder.entry({ type: 'user', text: flatten(at(message, 'content')), ...when(record) });
      recorder.end('interrupted', 'the session stops before an answer');
      return;
    case 'assistant':
      readAnswer(recorder, record);
      return;
    case 'toolResult':
      recorder.entry({
        type: 'tool_result',
        tool_id: text(at(message, 'toolCallId')) ?? null,
        text: flatten(at(message, 'content')),
        is_error: at(message, 'isError') === true,
        ...when(record),
      });
      return;
    case 'bashExecution': {
      // a command of the person, shown to the model
      const said = `$ ${text(at(message, 'command')) ?? ''}\n${text(at(message, 'output')) ?? ''}`;
      recorder.entry({ type: 'user', text: said, ...when(record) });
      return;
    }
    default:
      recorder.unknown(`message of ${role}`);
  }
}

function readAnswer(recorder: Recorder, record: Json): void {
  const message = at(record, 'message');
  const model = text(at(message, 'model'));
  // a response that was aborted may come from a model chosen by mistake
  if (model && at(message, 'stopReason') !== 'aborted') recorder.identify({ model });
  for (const block of list(at(message, 'content'))) {
    const type = text(at(block, 'type')) ?? 'nothing';
    if (type === 'toolCall')
      recorder.entry({
        type: 'tool_use',
        tool: text(at(block, 'name')) ?? 'unknown',
        tool_id: text(at(block, 'id')) ?? null,
        input: at(block, 'arguments'),
        ...when(record),
      });
    else if (type === 'text' || type === 'thinking')
      recorder.entry({ type: 'assistant', text: text(at(block, type)) ?? '', ...when(record) });
    else recorder.unknown(`content ${type}`);
  }
  const failure = text(at(message, 'errorMessage'));
  if (failure) recorder.entry({ type: 'error', text: failure, ...when(record) });
  const usage = readUsage(at(message, 'usage'));
  if (usage) recorder.usage(text(at(record, 'id')) ?? `at ${number(at(message, 'timestamp'))}`, usage);
  const stop = text(at(message, 'stopReason')) ?? '';
  recorder.end(...((Object.hasOwn(STOPS, stop) && STOPS[stop]) || ['unknown', `the last response ended with ${stop}`]));
}

// three separate kinds of input
function readUsage(usage: Json): Usage | undefined {
  if (number(at(usage, 'input')) === undefined) return undefined;
  const [read, written] = [count(at(usage, 'cacheRead')), count(at(usage, 'cacheWrite'))];
  return {
    input_tokens: count(at(usage, 'input')) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(at(usage, 'output')),
  };
}

function when(record: Json): { at?: string } {
  const time = text(at(record, 'timestamp'));
  return time ? { at: time } : {};
}

const flatten = (content: Json): string =>
  text(content) ??
  list(content)
    .map((block) => text(at(block, 'text')) ?? `[${text(at(block, 'type')) ?? 'content'}]`)
    .join('\n');
