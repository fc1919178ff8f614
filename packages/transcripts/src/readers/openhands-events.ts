import type { TranscriptEnd } from '@assay/schema';
import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { createApprovals } from '../approvals.ts';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';
import { type Metrics, readMetrics } from './openhands-metrics.ts';

/** Actions that are answered by an observation. */
const TOOLS = words(
  'read write edit run run_ipython browse browse_interactive call_tool_mcp delegate think task_tracking',
);

/** Events that do not describe an action of the agent. */
const SILENT = words(`
  start null pause resume stop change_agent_state push send_pr recall condensation condensation_request loop_recovery
  chat condense download loop_detection message success
  Condensation CondensationRequest CondensationSummaryEvent TokenEvent LLMCompletionLogEvent StreamingDeltaEvent
  HookExecutionEvent`);

/** Events of the SDK, by kind. */
const KINDS = words(`
  SystemPromptEvent MessageEvent ActionEvent ObservationEvent UserRejectObservation AgentErrorEvent
  ConversationStateUpdateEvent ConversationErrorEvent PauseEvent InterruptEvent ACPToolCallEvent
  Condensation CondensationRequest CondensationSummaryEvent TokenEvent LLMCompletionLogEvent StreamingDeltaEvent
  HookExecutionEvent`);

/**
 * Events of OpenHands: actions and observations before version 1, and the event kinds of the SDK since.
 * A trajectory is one document with all events; an event store has one document per event. Metrics are running totals.
 */
export const openhandsEvents = defineReader({
  format: 'openhands-events',
  title: 'OpenHands events',
  agent: 'openhands',
  recognizes: (record) => isEvent(record) || eventsIn(record).some(isEvent),

  open(recorder) {
    const reading: Reading = {
      recorder,
      uses: new Map(),
      metrics: new Map(),
      trouble: null,
      done: null,
      denied: 0,
      approvals: createApprovals(recorder),
      lastCall: '',
      runs: 0,
    };
    return {
      read(record) {
        const events = eventsIn(record);
        // an output of OpenHands' benchmarks has one run per line
        if (events.length > 0 && reading.runs++ > 0) recorder.warn('a further run of the file was skipped');
        else for (const event of events.length > 0 ? events : [record]) readEvent(reading, event);
      },
      end: () => recorder.end(...endOf(reading)),
    };
  },
});

type End = [status: TranscriptEnd['status'], reason: string];

interface Reading {
  readonly recorder: Recorder;
  /** Tool use ids by event id. */
  readonly uses: Map<string, string>;
  readonly metrics: Metrics;
  /** What stopped the work; overrides the state that follows from it. */
  trouble: End | null;
  done: End | null;
  denied: number;
  readonly approvals: ReturnType<typeof createApprovals>;
  /** The id of the call that a person may be asked about. */
  lastCall: string;
  /** Lists of events so far. */
  runs: number;
}

type Place = { readonly at?: string };

function words(names: string): ReadonlySet<string> {
  return new Set(names.trim().split(/\s+/));
}

const eventsIn = (record: Json): readonly Json[] => list(Array.isArray(record) ? record : at(record, 'history'));

function isEvent(record: Json): boolean {
  if (!isObject(record) || !('source' in record && 'timestamp' in record)) return false;
  if ('kind' in record) return KINDS.has(text(at(record, 'kind')) ?? '');
  return text(at(record, 'action')) !== undefined ? 'args' in record : text(at(record, 'observation')) !== undefined;
}

function readEvent(reading: Reading, event: Json): void {
  const time = text(at(event, 'timestamp'));
  const place = time ? { at: time } : {};
  readMetrics(reading, 'main', at(event, 'llm_metrics'));
  const kind = text(at(event, 'kind'));
  if (kind !== undefined) readKind(reading, event, place);
  else if (at(event, 'action') !== undefined) readAction(reading, event, place);
  else readObservation(reading, event, place);
}

function readAction(reading: Reading, event: Json, place: Place): void {
  const { recorder } = reading;
  const action = text(at(event, 'action')) ?? 'nothing';
  const args = at(event, 'args');
  const byUser = at(event, 'source') === 'user';
  const thought = text(at(args, 'thought'));
  if (action === 'system') {
    identify(recorder, { agent_version: at(args, 'openhands_version') });
    recorder.entry({ type: 'system', text: text(at(args, 'content')) ?? '', ...place });
  } else if (action === 'message') {
    if (byUser) reading.denied = 0;
    recorder.entry({ type: byUser ? 'user' : 'assistant', text: text(at(args, 'content')) ?? '', ...place });
  } else if (action === 'finish' || action === 'reject') {
    recorder.entry({ type: 'assistant', text: text(at(args, 'final_thought')) || thought || action, ...place });
    reading.done =
      action === 'finish' ? ['completed', 'the agent reported completion'] : ['failed', 'the agent gave up'];
  } else if (TOOLS.has(action)) {
    if (thought && action !== 'think') recorder.entry({ type: 'assistant', text: thought, ...place });
    readCall(reading, event, place);
  } else if (!SILENT.has(action)) recorder.unknown(`action ${action}`);
}

function readCall(reading: Reading, event: Json, place: Place): void {
  const { recorder, uses } = reading;
  const call = at(event, 'tool_call_metadata');
  const id = idOf(at(event, 'id'));
  const tool_id = text(at(call, 'tool_call_id')) ?? id;
  if (id !== null && tool_id !== null) uses.set(id, tool_id);
  reading.lastCall = tool_id ?? '';
  identify(recorder, { model: at(call, 'model_response', 'model') });
  const tool = text(at(call, 'function_name')) ?? text(at(event, 'action')) ?? 'unknown';
  recorder.entry({ type: 'tool_use', tool, tool_id, input: at(event, 'args'), ...place });
}

function readObservation(reading: Reading, event: Json, place: Place): void {
  const { recorder, uses } = reading;
  const observation = text(at(event, 'observation')) ?? 'nothing';
  const use = uses.get(idOf(at(event, 'cause')) ?? '');
  const said = text(at(event, 'content')) ?? '';
  const failed = observation === 'error' || observation === 'user_rejected';
  if (observation === 'user_rejected') reading.denied++;
  if (observation === 'agent_state_changed') {
    const reason = text(at(event, 'extras', 'reason')) ?? '';
    readState(reading, { state: at(event, 'extras', 'agent_state'), reason, time: at(event, 'timestamp') });
  } else if (use !== undefined) {
    const exit_code = at(event, 'extras', 'metadata', 'exit_code') ?? at(event, 'extras', 'exit_code');
    recorder.entry({
      type: 'tool_result',
      tool_id: use,
      text: said,
      ...markFailure(failed),
      ...exitOf(exit_code),
      ...place,
    });
  } else if (failed) recorder.entry({ type: 'error', text: said, ...place });
  else if (!SILENT.has(observation) && !TOOLS.has(observation) && observation !== 'mcp')
    recorder.unknown(`observation ${observation}`);
}

function readKind(reading: Reading, event: Json, place: Place): void {
  const { recorder } = reading;
  const kind = text(at(event, 'kind')) ?? 'nothing';
  switch (kind) {
    case 'SystemPromptEvent':
      recorder.entry({ type: 'system', text: text(at(event, 'system_prompt', 'text')) ?? '', ...place });
      return;
    case 'MessageEvent': {
      const byAgent = at(event, 'llm_message', 'role') === 'assistant';
      const said = textOf(at(event, 'llm_message', 'content'));
      if (!byAgent) reading.denied = 0;
      recorder.entry({ type: byAgent ? 'assistant' : 'user', text: said, ...place });
      return;
    }
    case 'ActionEvent':
      readActionEvent(reading, event, place);
      return;
    case 'ObservationEvent':
    case 'UserRejectObservation':
    case 'AgentErrorEvent':
      readResult(reading, event, place);
      return;
    case 'ACPToolCallEvent':
      readAcp(reading, event, place);
      return;
    case 'ConversationStateUpdateEvent':
      readUpdate(reading, event);
      return;
    case 'ConversationErrorEvent': {
      const [code, detail] = [text(at(event, 'code')) ?? '', text(at(event, 'detail')) ?? ''];
      recorder.entry({ type: 'error', text: detail || code, ...place });
      reading.trouble = [/^Max/.test(code) ? 'limit' : 'failed', `${code}: ${detail}`];
      return;
    }
    case 'PauseEvent':
    case 'InterruptEvent':
      reading.done = ['interrupted', `stopped by the ${text(at(event, 'source')) ?? 'user'}`];
      return;
    default:
      if (!SILENT.has(kind)) recorder.unknown(`event ${kind}`);
  }
}

function readActionEvent(reading: Reading, event: Json, place: Place): void {
  const { recorder } = reading;
  for (const said of [text(at(event, 'reasoning_content')), textOf(at(event, 'thought'))])
    if (said) recorder.entry({ type: 'assistant', text: said, ...place });
  const tool = text(at(event, 'tool_name')) ?? 'unknown';
  // a call that could not be parsed has no action, only the model's text
  const input = at(event, 'action') ?? at(event, 'tool_call', 'arguments');
  recorder.entry({ type: 'tool_use', tool, tool_id: text(at(event, 'tool_call_id')) ?? null, input, ...place });
  reading.done = tool === 'finish' ? ['completed', 'the agent reported completion'] : null;
}

function readResult(reading: Reading, event: Json, place: Place): void {
  const observation = at(event, 'observation');
  const rejection = text(at(event, 'rejection_reason'));
  if (rejection !== undefined) reading.denied++;
  const failure = text(at(event, 'error')) ?? rejection;
  reading.recorder.entry({
    type: 'tool_result',
    tool_id: text(at(event, 'tool_call_id')) ?? null,
    text: failure ?? textOf(at(observation, 'content')),
    ...markFailure(failure !== undefined || at(observation, 'is_error') === true),
    ...exitOf(at(observation, 'exit_code') ?? at(observation, 'metadata', 'exit_code')),
    ...place,
  });
}

// repeated with each change of its status
function readAcp({ recorder, uses }: Reading, event: Json, place: Place): void {
  const tool_id = text(at(event, 'tool_call_id')) ?? '';
  const tool = text(at(event, 'tool_kind')) ?? text(at(event, 'title')) ?? 'unknown';
  if (!uses.has(tool_id)) recorder.entry({ type: 'tool_use', tool, tool_id, input: at(event, 'raw_input'), ...place });
  uses.set(tool_id, tool_id);
  const status = text(at(event, 'status'));
  if (status !== 'completed' && status !== 'failed') return;
  const said = text(at(event, 'raw_output')) ?? textOf(list(at(event, 'content')).map((block) => at(block, 'content')));
  const failed = status === 'failed' || at(event, 'is_error') === true;
  recorder.entry({ type: 'tool_result', tool_id, text: said, ...markFailure(failed), ...place });
}

function readUpdate(reading: Reading, event: Json): void {
  const [key, value] = [at(event, 'key'), at(event, 'value')];
  const state = key === 'full_state' ? value : typeof key === 'string' ? { [key]: value } : {};
  readState(reading, { state: at(state, 'execution_status'), time: at(event, 'timestamp') });
  const used = at(state, 'stats', 'usage_to_metrics');
  for (const [name, metrics] of Object.entries(isObject(used) ? used : {})) readMetrics(reading, name, metrics);
  identify(reading.recorder, { session_id: at(state, 'id'), model: at(state, 'agent', 'llm', 'model') });
}

function readState(reading: Reading, { state, reason = '', time }: { state: Json; reason?: string; time: Json }): void {
  if (state === 'finished') reading.done = ['completed', 'the state is finished'];
  if (state === 'awaiting_user_input') reading.done = ['completed', 'the agent waits for the user'];
  if (state === 'stopped' || state === 'paused') reading.done ??= ['interrupted', `the state is ${state}`];
  if (state === 'stuck' || state === 'rejected') reading.trouble ??= ['failed', `the state is ${state}`];
  if (state === 'error')
    reading.trouble ??= [
      /maximum (iteration|budget)/.test(reason) ? 'limit' : 'failed',
      reason || 'the state is error',
    ];
  if (state === 'awaiting_user_confirmation') reading.approvals.ask('state', time);
  if (state === 'user_confirmed' || state === 'user_rejected')
    reading.approvals.answer('state', time, reading.lastCall);
  // work continued, so the earlier stop no longer counts
  if (state === 'running') [reading.trouble, reading.done] = [null, null];
}

function identify(recorder: Recorder, facts: Record<string, Json>): void {
  recorder.identify(
    Object.fromEntries(Object.entries(facts).filter(([, value]) => text(value) && value !== 'default')),
  );
}

const idOf = (id: Json): string | null => (typeof id === 'number' ? String(id) : (text(id) ?? null));

// -1 means that the command is still running
const exitOf = (code: Json): { exit_code?: number } =>
  Number.isSafeInteger(code) && code !== -1 ? { exit_code: code as number } : {};

const textOf = (content: Json): string =>
  list(content)
    .map((block) => text(at(block, 'text')) ?? `[${text(at(block, 'type')) ?? 'content'}]`)
    .join('\n');

function endOf({ trouble, done, denied }: Reading): End {
  const end = trouble ?? done ?? (['interrupted', 'the events stop before the agent finished'] satisfies End);
  return end[0] === 'completed' && denied > 0 ? ['denied', `${denied} actions were rejected`] : end;
}
