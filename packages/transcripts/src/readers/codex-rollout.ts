import type { TranscriptEnd } from '@assay/schema';
import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import {
  authorOf,
  exitCodeIn,
  flatten,
  hasFailed,
  httpStatusIn,
  idOf,
  inputOf,
  integer,
  isRefusal,
  readUsage,
  statusOfFailure,
  toolOf,
} from './codex-items.ts';

const LINES = new Set<Json>(
  words('session_meta turn_context world_state response_item event_msg token_usage_record compacted'),
);

/** Response items that do not describe an action of the agent. */
const SILENT_ITEMS = new Set(['ghost_snapshot', 'compaction', 'context_compaction', 'additional_tools']);

/** Events that repeat a response item or do not describe an action of the agent. */
const SILENT_EVENTS = new Set(
  words(`
  user_message agent_message agent_reasoning agent_reasoning_raw_content agent_reasoning_section_break
  thread_settings_applied thread_name_updated thread_goal_updated thread_rolled_back context_compacted
  entered_review_mode exited_review_mode sub_agent_activity plan_update hook_started hook_completed`),
);

/** Errors that do not affect the turn. */
const HARMLESS = new Set(['thread_rollback_failed', 'active_turn_not_steerable']);

const LIMITS = new Set(['context_window_exceeded', 'usage_limit_exceeded', 'session_budget_exceeded']);

/**
 * Codex's own log of a session: `~/.codex/sessions/Y/M/D/rollout-*.jsonl`.
 * Response items have the messages and calls. Events repeat most of that, so only what response items lack is read from
 * them: how calls and turns ended, errors, and tokens, which are running totals.
 */
export const codexRollout = defineReader({
  format: 'codex-rollout',
  title: 'Codex rollouts',
  agent: 'codex',
  recognizes: (record) =>
    isObject(record) && LINES.has(record['type']) && isObject(record['payload']) && 'timestamp' in record,

  open(recorder) {
    const state: State = { calls: new Map(), declined: 0, failure: undefined };
    return {
      read(record) {
        const payload = at(record, 'payload');
        const timestamp = text(at(record, 'timestamp'));
        const place = timestamp === undefined ? {} : { at: timestamp };
        const type = text(at(record, 'type')) ?? 'nothing';
        switch (type) {
          case 'session_meta':
            identify(recorder, {
              session_id: text(at(payload, 'id')) ?? text(at(payload, 'session_id')),
              agent_version: text(at(payload, 'cli_version')),
            });
            break;
          case 'turn_context':
            identify(recorder, { model: text(at(payload, 'model')) });
            break;
          case 'response_item':
            readItem({ recorder, state, place }, payload);
            break;
          case 'event_msg':
            readEvent({ recorder, state, place }, payload);
            break;
          case 'token_usage_record':
            recordTotal(recorder, at(payload, 'thread_token_usage'));
            break;
          case 'compacted':
            recorder.entry({ type: 'system', text: text(at(payload, 'message')) ?? '', ...place });
            break;
          default:
            if (type !== 'world_state') recorder.unknown(`line ${type}`);
        }
      },
    };
  },
});

interface State {
  /** How calls ended; these events come before the response item with the output. */
  readonly calls: Map<string, CallEnd>;
  declined: number;
  /** Set by an error in the current turn, which is then closed like any other turn. */
  failure: TranscriptEnd | undefined;
}

interface CallEnd {
  readonly exit_code: number | undefined;
  readonly status: string | undefined;
  readonly failed: boolean;
}

interface Context {
  readonly recorder: Recorder;
  readonly state: State;
  readonly place: { readonly at?: string };
}

function identify(recorder: Recorder, facts: Readonly<Record<string, string | undefined>>): void {
  recorder.identify(Object.fromEntries(Object.entries(facts).filter(([, value]) => value)));
}

function readItem(context: Context, item: Json): void {
  const { recorder, place } = context;
  const type = text(at(item, 'type')) ?? 'nothing';
  switch (type) {
    case 'message':
      recorder.entry({ type: authorOf(item), text: flatten(at(item, 'content')), ...place });
      break;
    case 'reasoning': {
      // encrypted reasoning has no text but still counts as thinking
      const parts = [...list(at(item, 'summary')), ...list(at(item, 'content'))];
      recorder.entry({ type: 'assistant', text: flatten(parts), ...place });
      break;
    }
    case 'function_call':
    case 'custom_tool_call':
    case 'local_shell_call':
    case 'tool_search_call':
      recordUse(context, item);
      break;
    case 'function_call_output':
    case 'custom_tool_call_output':
    case 'tool_search_output':
      recordResult(context, item);
      break;
    case 'web_search_call':
    case 'image_generation_call':
      // the model's host runs these; the item is written when they are done
      recordUse(context, item);
      recordResult(context, item);
      break;
    default:
      if (!SILENT_ITEMS.has(type)) recorder.unknown(`response item ${type}`);
  }
}

function recordUse({ recorder, place }: Context, item: Json): void {
  recorder.entry({ type: 'tool_use', tool: toolOf(item), tool_id: idOf(item), input: inputOf(item), ...place });
}

function recordResult({ recorder, state, place }: Context, item: Json): void {
  const tool_id = idOf(item);
  const call = tool_id === null ? undefined : state.calls.get(tool_id);
  const output = at(item, 'output') ?? at(item, 'tools');
  const said = flatten(output);
  const exit_code = call?.exit_code ?? exitCodeIn(said);
  const status = call?.status ?? text(at(item, 'status'));
  const failed = call?.failed || hasFailed(item) || at(output, 'success') === false || isRefusal(said);
  recorder.entry({
    type: 'tool_result',
    tool_id,
    text: said,
    is_error: failed || (exit_code ?? 0) !== 0,
    ...(exit_code === undefined ? {} : { exit_code }),
    ...(status === undefined ? {} : { status }),
    ...place,
  });
}

function readEvent({ recorder, state, place }: Context, event: Json): void {
  const type = text(at(event, 'type')) ?? 'nothing';
  const message = text(at(event, 'message')) ?? '';
  switch (type) {
    case 'task_started':
    case 'turn_started':
      [state.failure, state.declined] = [undefined, 0];
      recorder.end('interrupted', 'the log stops before the end of a turn');
      break;
    case 'task_complete':
    case 'turn_complete':
      endTurn(recorder, state, event);
      break;
    case 'turn_aborted': {
      const reason = text(at(event, 'reason')) ?? 'no reason given';
      recorder.end(reason === 'budget_limited' ? 'limit' : 'interrupted', `the turn was aborted: ${reason}`);
      break;
    }
    case 'error':
    case 'stream_error':
      // the latter is retried
      if (type === 'error') state.failure = failureOf(event) ?? state.failure;
      if (state.failure) recorder.end(state.failure.status, state.failure.reason);
      recorder.entry({ type: 'error', text: message, ...httpStatusIn(message), ...place });
      break;
    case 'warning':
      recorder.entry({ type: 'system', text: message, ...place });
      break;
    case 'token_count':
      recordTotal(recorder, at(event, 'info', 'total_token_usage'));
      break;
    case 'item_completed':
      noteCall(state, at(event, 'item'));
      break;
    case 'exec_command_end':
    case 'patch_apply_end':
    case 'mcp_tool_call_end':
    case 'web_search_end':
    case 'image_generation_end':
      noteCall(state, event);
      break;
    default:
      if (!SILENT_EVENTS.has(type)) recorder.unknown(`event ${type}`);
  }
}

function noteCall(state: State, call: Json): void {
  const id = idOf(call);
  const status = text(at(call, 'status'));
  if (status === 'declined') state.declined++;
  if (id !== null) state.calls.set(id, { exit_code: integer(at(call, 'exit_code')), status, failed: hasFailed(call) });
}

function endTurn(recorder: Recorder, { failure, declined }: State, event: Json): void {
  if (failure) recorder.end(failure.status, failure.reason);
  else if (declined > 0) recorder.end('denied', `${declined} tool uses were declined`);
  // some versions do not log errors and close a failed turn like this; an empty answer looks the same
  else if (text(at(event, 'last_agent_message')) === undefined)
    recorder.end('unknown', 'the turn ended without a last message');
  else recorder.end('completed', 'the turn is complete');
}

function failureOf(error: Json): TranscriptEnd | undefined {
  const info = at(error, 'codex_error_info');
  const kind = text(info) ?? (isObject(info) ? Object.keys(info)[0] : undefined) ?? 'other';
  if (HARMLESS.has(kind)) return undefined;
  const reason = text(at(error, 'message')) ?? kind;
  return { status: LIMITS.has(kind) ? 'limit' : statusOfFailure(reason), reason };
}

function recordTotal(recorder: Recorder, total: Json): void {
  const usage = readUsage(total);
  if (usage) recorder.totalUsage(usage);
}

function words(list: string): string[] {
  return list.trim().split(/\s+/);
}
