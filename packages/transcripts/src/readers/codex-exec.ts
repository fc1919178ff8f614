import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { httpStatusIn, readUsage, statusOfFailure } from './codex-items.ts';

const TURNS = new Set<Json>(['turn.started', 'turn.completed', 'turn.failed']);
const ITEMS = new Set<Json>(['item.started', 'item.updated', 'item.completed']);

/**
 * Output of `codex exec --json`, without timestamps, model and prompt. A call is an item that is started and completed
 * under one id; updates are skipped, because the completed item repeats them. An `error` item is only a note and an
 * `error` line may be retried: only `turn.failed` is a failure.
 */
export const codexExec = defineReader({
  format: 'codex-exec',
  title: 'Codex streams',
  agent: 'codex',
  recognizes: (record) =>
    isObject(record) &&
    (TURNS.has(record['type']) ||
      (ITEMS.has(record['type']) && isObject(record['item'])) ||
      (record['type'] === 'thread.started' && 'thread_id' in record) ||
      // other agents also write errors, but with more fields
      (record['type'] === 'error' && 'message' in record && Object.keys(record).length === 2)),

  open(recorder) {
    const started = new Set<string | null>();
    let declined = 0;
    let lastError = '';
    const stop = () => recorder.end('interrupted', 'the stream stops before the turn is completed');
    const recordError = (message: string) => {
      lastError = message;
      recorder.entry({ type: 'error', text: message, ...httpStatusIn(message) });
    };
    const readItem = (item: Json, isOver: boolean) => {
      if (recordSaying(recorder, item, isOver)) return;
      const id = text(at(item, 'id')) ?? null;
      if (!started.has(id)) recordUse(recorder, item);
      started.add(id);
      if (!isOver) return;
      started.delete(id);
      recordResult(recorder, item);
      if (at(item, 'status') === 'declined') declined++;
    };

    stop();
    return {
      read(record) {
        const type = text(at(record, 'type')) ?? 'nothing';
        switch (type) {
          case 'thread.started': {
            const session_id = text(at(record, 'thread_id'));
            recorder.identify(session_id ? { session_id } : {});
            break;
          }
          case 'turn.started':
            declined = 0;
            stop();
            break;
          case 'item.started':
          case 'item.completed':
            readItem(at(record, 'item'), type === 'item.completed');
            break;
          case 'item.updated':
            break;
          case 'error':
            recordError(text(at(record, 'message')) ?? '');
            break;
          case 'turn.failed': {
            const reason = text(at(record, 'error', 'message')) ?? 'no reason given';
            if (reason !== lastError) recordError(reason);
            recorder.end(statusOfFailure(reason), reason);
            break;
          }
          case 'turn.completed': {
            // totals of the whole thread: a later turn includes the earlier ones
            const usage = readUsage(at(record, 'usage'));
            if (usage) recorder.totalUsage(usage);
            if (declined > 0) recorder.end('denied', `${declined} tool uses were declined`);
            else recorder.end('completed', 'the turn is completed');
            break;
          }
          default:
            recorder.unknown(`line ${type}`);
        }
      },
    };
  },
});

/** Whether an item is a message; recorded when complete. */
function recordSaying(recorder: Recorder, item: Json, isOver: boolean): boolean {
  const type = text(at(item, 'type')) ?? 'nothing';
  switch (type) {
    case 'agent_message':
    case 'reasoning':
    case 'plan':
      if (isOver) recorder.entry({ type: 'assistant', text: text(at(item, 'text')) ?? '' });
      return true;
    case 'error':
      if (isOver) recorder.entry({ type: 'system', text: text(at(item, 'message')) ?? '' });
      return true;
    case 'command_execution':
    case 'file_change':
    case 'mcp_tool_call':
    case 'collab_tool_call':
    case 'web_search':
    case 'todo_list':
      return false;
    default:
      if (isOver) recorder.unknown(`item ${type}`);
      return true;
  }
}

function recordUse(recorder: Recorder, item: Json): void {
  recorder.entry({
    type: 'tool_use',
    tool: toolOf(item),
    tool_id: text(at(item, 'id')) ?? null,
    input: inputOf(item),
  });
}

function toolOf(item: Json): string {
  const [type, tool] = [text(at(item, 'type')), text(at(item, 'tool'))];
  if (type === 'mcp_tool_call') return `mcp__${text(at(item, 'server')) ?? 'unknown'}__${tool ?? 'unknown'}`;
  return (type === 'collab_tool_call' ? tool : type) ?? 'unknown';
}

function inputOf(item: Json): Json {
  if (at(item, 'type') === 'mcp_tool_call') return at(item, 'arguments');
  const fields = ['command', 'changes', 'query', 'action', 'items', 'prompt', 'receiver_thread_ids'];
  const given = fields.map((field): [string, Json] => [field, at(item, field)]);
  return Object.fromEntries(given.filter(([, value]) => value !== undefined));
}

function recordResult(recorder: Recorder, item: Json): void {
  const status = text(at(item, 'status'));
  const exit_code = at(item, 'exit_code');
  const code = Number.isSafeInteger(exit_code) ? (exit_code as number) : undefined;
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(item, 'id')) ?? null,
    text: outputOf(item),
    is_error: status === 'failed' || status === 'declined' || (code ?? 0) !== 0,
    ...(code === undefined ? {} : { exit_code: code }),
    ...(status === undefined ? {} : { status }),
  });
}

const outputOf = (item: Json): string =>
  text(at(item, 'aggregated_output')) ??
  text(at(item, 'error', 'message')) ??
  list(at(item, 'result', 'content'))
    .map((part) => text(at(part, 'text')) ?? `[${text(at(part, 'type')) ?? 'content'}]`)
    .join('\n');
