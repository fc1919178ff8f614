import type { TranscriptEnd, Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { createApprovals } from '../approvals.ts';
import { defineReader, type Recorder } from '../transcript-reader.ts';

/** Event families that do not describe an action of the agent. */
const SILENT_FAMILIES = words(`
  auto_mode_switch capabilities command commands elicitation exit_plan_mode external_tool factory hook mcp mcp_app
  pending_messages permission sampling session_limits_exhausted skill tool_search ui user_input`);

/** Single events that do not, in families that otherwise do. */
const SILENT = words(`
  assistant.idle assistant.intent assistant.message_delta assistant.message_start assistant.reasoning_delta
  assistant.server_tool_progress assistant.streaming_delta assistant.tool_call_delta assistant.turn_end
  assistant.turn_start subagent.completed subagent.deselected subagent.failed subagent.selected
  tool.execution_partial_result tool.execution_progress tool.user_requested
  session.auto_mode_resolved session.autopilot_objective_changed session.background_tasks_changed session.binary_asset
  session.canvas.closed session.canvas.opened session.canvas.recorded session.canvas.registry_changed
  session.canvas.removed session.canvas.unavailable session.compaction_complete session.compaction_start
  session.context_changed session.context_cleared session.custom_agents_updated session.custom_notification
  session.extensions.attachments_pushed session.extensions_loaded session.handoff session.idle session.info
  session.managed_settings_enforced session.managed_settings_resolved session.mcp_server_status_changed
  session.mcp_servers_loaded session.mode_changed session.permissions_changed session.plan_changed
  session.remote_steerable_changed session.resume session.schedule_cancelled session.schedule_created
  session.schedule_rearmed session.session_limits_changed session.skills_loaded session.snapshot_rewind
  session.title_changed session.todos_changed session.tools_updated session.truncation session.usage_checkpoint
  session.usage_info session.warning session.workspace_file_changed`);

/** Event families that describe actions of the agent. */
const SPOKEN_FAMILIES = words('abort assistant model session subagent system tool user');

/**
 * GitHub Copilot CLI's own log of a session: `~/.copilot/session-state/<id>/events.jsonl`.
 * Only the shutdown event has tokens, summed per model. Cost is in credits, never in dollars.
 */
export const copilotEvents = defineReader({
  format: 'copilot-events',
  title: 'Copilot CLI sessions',
  agent: 'copilot',
  recognizes: (record) =>
    isObject(record) &&
    'parentId' in record &&
    'timestamp' in record &&
    isObject(at(record, 'data')) &&
    (SILENT_FAMILIES.has(familyOf(record)) || SPOKEN_FAMILIES.has(familyOf(record))),

  open(recorder) {
    const reading: Reading = {
      recorder,
      callOf: new Map(),
      trouble: null,
      answered: false,
      closed: false,
      denied: 0,
      approvals: createApprovals(recorder),
    };
    return {
      read: (record) => readEvent(reading, record),
      end: () => recorder.end(...endOf(reading)),
    };
  },
});

type End = [status: TranscriptEnd['status'], reason: string];

interface Reading {
  readonly recorder: Recorder;
  /** The tool use that started each sub-agent. */
  readonly callOf: Map<string, string>;
  /** What stopped the work, if the agent wrote nothing afterwards. */
  trouble: End | null;
  answered: boolean;
  closed: boolean;
  denied: number;
  readonly approvals: ReturnType<typeof createApprovals>;
}

function words(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}

const familyOf = (record: Json): string => (text(at(record, 'type')) ?? '').split('.')[0] ?? '';

function readEvent(reading: Reading, record: Json): void {
  const { recorder } = reading;
  const data = at(record, 'data');
  const shared = placeOf(reading, record);
  const type = text(at(record, 'type')) ?? 'nothing';
  switch (type) {
    case 'user.message':
      reading.denied = 0;
      recorder.entry({ type: 'user', text: text(at(data, 'content')) ?? '', ...shared });
      return;
    case 'system.message':
    case 'system.notification':
      recorder.entry({ type: 'system', text: text(at(data, 'content')) ?? '', ...shared });
      return;
    case 'assistant.message':
      readMessage(reading, data, shared);
      return;
    case 'assistant.reasoning':
      recorder.entry({ type: 'assistant', text: text(at(data, 'content')) ?? '', ...shared });
      return;
    case 'assistant.usage':
      readUsage(recorder, record);
      return;
    case 'tool.execution_start':
      recorder.entry({
        type: 'tool_use',
        tool: text(at(data, 'toolName')) ?? 'unknown',
        tool_id: text(at(data, 'toolCallId')) ?? null,
        input: at(data, 'arguments'),
        ...shared,
      });
      return;
    case 'tool.execution_complete':
      readResult(recorder, data, shared);
      return;
    case 'session.error':
    case 'model.call_failure':
      readError(reading, record);
      return;
    default:
      readLifecycle(reading, record, type);
  }
}

function readLifecycle(reading: Reading, record: Json, type: string): void {
  const data = at(record, 'data');
  switch (type) {
    case 'session.start':
      identify(
        reading.recorder,
        { session_id: 'sessionId', agent_version: 'copilotVersion', model: 'selectedModel' },
        data,
      );
      return;
    case 'session.model_change':
      identify(reading.recorder, { model: 'newModel' }, data);
      return;
    case 'session.shutdown':
      readShutdown(reading, data);
      return;
    case 'session.task_complete':
      if (at(data, 'success') === false) reading.trouble = ['failed', text(at(data, 'summary')) || 'the task failed'];
      return;
    case 'abort': {
      const reason = text(at(data, 'reason')) ?? 'no reason given';
      reading.trouble = [/limit/.test(reason) ? 'limit' : 'interrupted', `aborted: ${reason}`];
      return;
    }
    case 'session_limits_exhausted.requested':
      reading.trouble = ['limit', `${count(at(data, 'maxAiCredits'))} credits used up`];
      return;
    case 'permission.requested':
      reading.approvals.ask(text(at(data, 'requestId')) ?? '', at(record, 'timestamp'));
      return;
    case 'permission.completed':
      readApproval(reading, record);
      if (/^denied/.test(text(at(data, 'result', 'kind')) ?? '')) reading.denied++;
      return;
    case 'subagent.started': {
      const [agent, call] = [text(at(record, 'agentId')), text(at(data, 'toolCallId'))];
      if (agent && call) reading.callOf.set(agent, call);
      return;
    }
    default:
      if (!SILENT.has(type) && !SILENT_FAMILIES.has(familyOf(record))) reading.recorder.unknown(`event ${type}`);
  }
}

function readApproval({ approvals }: Reading, record: Json): void {
  const [question, call] = [text(at(record, 'data', 'requestId')), text(at(record, 'data', 'toolCallId'))];
  if (question !== undefined && call !== undefined) approvals.answer(question, at(record, 'timestamp'), call);
}

function identify(recorder: Recorder, fields: Record<string, string>, data: Json): void {
  const facts = Object.entries(fields).flatMap(([fact, field]) => {
    const value = text(at(data, field));
    return value ? [[fact, value]] : [];
  });
  recorder.identify(Object.fromEntries(facts));
}

type Place = { readonly at?: string; readonly lane?: string };

function placeOf({ callOf }: Reading, record: Json): Place {
  const agent = text(at(record, 'agentId'));
  const lane = text(at(record, 'data', 'parentToolCallId')) ?? (agent ? (callOf.get(agent) ?? agent) : undefined);
  const time = text(at(record, 'timestamp'));
  return { ...(time ? { at: time } : {}), ...(lane ? { lane } : {}) };
}

function readMessage(reading: Reading, data: Json, shared: Place): void {
  const { recorder } = reading;
  identify(recorder, { model: 'model' }, data);
  for (const said of [text(at(data, 'reasoningText')), text(at(data, 'content'))])
    if (said) recorder.entry({ type: 'assistant', text: said, ...shared });
  if (shared.lane !== undefined) return;
  reading.trouble = null;
  reading.answered = list(at(data, 'toolRequests')).length === 0;
}

const EXITED = /<(?:shellId: \S+ )?(?:exited|completed) with exit code (-?\d{1,9})>\s*$/;

function readResult(recorder: Recorder, data: Json, shared: Place): void {
  const content = text(at(data, 'result', 'content')) ?? text(at(data, 'error', 'message')) ?? '';
  const coded = list(at(data, 'result', 'contents')).map((block) => number(at(block, 'exitCode')));
  // older versions have the exit code only at the end of the text
  const exit_code = coded.find((code) => code !== undefined) ?? number(Number(EXITED.exec(content)?.[1] ?? Number.NaN));
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(data, 'toolCallId')) ?? null,
    text: content,
    is_error: at(data, 'success') !== true,
    ...(Number.isSafeInteger(exit_code) ? { exit_code } : {}),
    ...shared,
  });
}

function readError(reading: Reading, record: Json): void {
  const data = at(record, 'data');
  const said = text(at(data, 'message')) ?? text(at(data, 'errorMessage')) ?? 'an error';
  const status = number(at(data, 'statusCode'));
  reading.recorder.entry({
    type: 'error',
    text: said,
    ...(Number.isSafeInteger(status) ? { status } : {}),
    ...placeOf(reading, record),
  });
  // a failed model call may be retried
  if (at(record, 'type') === 'session.error') reading.trouble = ['failed', said];
}

// only in streams, not in the log on disk; the shutdown totals override their sum
function readUsage(recorder: Recorder, record: Json): void {
  const data = at(record, 'data');
  identify(recorder, { model: 'model' }, data);
  recorder.usage(text(at(data, 'apiCallId')) ?? text(at(record, 'id')) ?? 'no id', usageOf([data]));
}

// a resumed session shuts down several times, each time with the totals
function readShutdown(reading: Reading, data: Json): void {
  reading.closed = true;
  const metrics = at(data, 'modelMetrics');
  const models = isObject(metrics) ? Object.values(metrics) : [];
  if (models.length > 0) reading.recorder.totalUsage(usageOf(models.map((model) => at(model, 'usage'))));
  identify(reading.recorder, { model: 'currentModel' }, data);
  if (at(data, 'shutdownType') === 'error')
    reading.trouble = ['failed', text(at(data, 'errorReason')) ?? 'the session ended with an error'];
}

// input already includes both kinds of cached tokens
function usageOf(parts: readonly Json[]): Usage {
  const sum = (field: string) => parts.reduce((all: number, part) => all + count(at(part, field)), 0);
  return {
    input_tokens: sum('inputTokens'),
    cached_input_tokens: sum('cacheReadTokens'),
    cache_write_input_tokens: sum('cacheWriteTokens'),
    output_tokens: sum('outputTokens'),
  };
}

function endOf({ trouble, answered, closed, denied }: Reading): End {
  if (trouble !== null) return trouble;
  if (!answered) return ['interrupted', 'the session stops in the middle of a turn'];
  if (denied > 0) return ['denied', `${denied} tool uses were denied`];
  return ['completed', closed ? 'the session shut down after an answer' : 'the last response called no tools'];
}
