import type { TranscriptEnd, TranscriptEntry } from '@assay/schema';
import { at, isObject, type Json, list, number, text } from '@assay/schema/json';
import { createApprovals } from '../approvals.ts';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { ASKED, blockText, type Call, describeResult, type Fields, inputOf, nameOf, TOLD } from './acp-calls.ts';
import { readQuota, readUsage } from './acp-usage.ts';

/** Methods of the protocol; a method that starts with an underscore is an extension of the agent. */
const METHODS = /^(initialize|authenticate|logout|session\/\w+|fs\/\w+|terminal\/\w+|elicitation\/\w+|\$\/\w+|_.*)$/;

/** Updates that do not describe an action of the agent. */
const SILENT = /^(available_commands|current_mode|config_option|session_info)_update$/;

const ENDS: Readonly<Record<string, TranscriptEnd['status']>> = {
  end_turn: 'completed',
  max_tokens: 'limit',
  max_turn_requests: 'limit',
  cancelled: 'interrupted',
  refusal: 'denied',
};

/**
 * A conversation in the Agent Client Protocol: the JSON-RPC messages of both sides, bare or as `{t, dir, msg}`.
 * Tool calls arrive in several updates, so entries are collected and emitted at the end of the log.
 */
export const acp = defineReader({
  format: 'acp',
  title: 'Agent Client Protocol logs',
  agent: 'acp',
  recognizes: (record) => {
    const method = at(messageOf(record), 'method');
    const isKnown = method === undefined ? at(messageOf(record), 'id') !== undefined : METHODS.test(text(method) ?? '');
    return isKnown && at(messageOf(record), 'jsonrpc') === '2.0';
  },

  open(recorder) {
    const log = createLog(recorder);
    return {
      read(record) {
        const message = messageOf(record);
        log.at = text(at(record, 't')) ?? number(at(record, 't'));
        const method = text(at(message, 'method'));
        if (method !== undefined) {
          log.requests.set(keyOf(record, at(record, 'dir')), message);
          readMethod(log, method, at(message, 'params'));
        } else if (at(message, 'jsonrpc') === undefined) recorder.unknown('line that is not JSON-RPC');
        else readAnswer(log, message, log.requests.get(keyOf(record, at(record, 'dir') === '<' ? '>' : '<')));
      },
      end() {
        for (const entry of log.entries) recorder.entry(entry());
        // a response may have named the model that really answered; it takes precedence
        if (log.model) recorder.identify({ model: log.model });
      },
    };
  },
});

interface Log {
  readonly recorder: Recorder;
  readonly entries: (() => TranscriptEntry)[];
  readonly calls: Map<string, Call>;
  readonly requests: Map<string, Json>;
  readonly approvals: ReturnType<typeof createApprovals>;
  at: string | number | undefined;
  speech: { readonly source: string; readonly parts: string[] } | undefined;
  model: string | undefined;
  turn: { number: number; responses: number; results: number; context: number | undefined };
}

const createLog = (recorder: Recorder): Log => ({
  recorder,
  entries: [],
  calls: new Map(),
  requests: new Map(),
  approvals: createApprovals(recorder),
  at: undefined,
  speech: undefined,
  model: undefined,
  turn: { number: 0, responses: 0, results: 0, context: undefined },
});

const messageOf = (record: Json): Json => (isObject(at(record, 'msg')) ? at(record, 'msg') : record);

// both sides number their requests, so the key includes the sender; a bare log does not have it
function keyOf(record: Json, side: Json): string {
  const id = at(messageOf(record), 'id');
  return `${at(record, 'dir') === undefined ? '' : text(side)} ${text(id) ?? number(id)}`;
}

function append(log: Log, entry: () => TranscriptEntry): void {
  const stamp = log.at === undefined ? {} : { at: log.at };
  log.speech = undefined;
  log.entries.push(() => ({ ...entry(), ...stamp }));
}

function readMethod(log: Log, method: string, params: Json): void {
  const session_id = text(at(params, 'sessionId'));
  if (session_id) log.recorder.identify({ session_id });
  if (method === 'initialize') log.recorder.end('interrupted', 'the log stops before a prompt');
  else if (method === 'session/prompt') {
    const prompt = list(at(params, 'prompt')).map(blockText).join('\n');
    append(log, () => ({ type: 'user', text: prompt }));
    log.turn = { number: log.turn.number + 1, responses: 0, results: 0, context: undefined };
    log.recorder.end('interrupted', 'the log stops before the answer to the prompt');
  } else if (method === 'session/update') readUpdate(log, at(params, 'update'));
  else if (method === 'session/request_permission') {
    log.approvals.ask(text(at(params, 'toolCall', 'toolCallId')) ?? '', log.at);
    seeCall(log, at(params, 'toolCall'), ASKED);
  } else if (!METHODS.test(method)) log.recorder.unknown(`method ${method}`);
}

function readUpdate(log: Log, update: Json): void {
  const kind = text(at(update, 'sessionUpdate')) ?? 'nothing';
  switch (kind) {
    case 'user_message_chunk':
    case 'agent_message_chunk':
    case 'agent_thought_chunk':
      readChunk(log, kind, update);
      return;
    case 'tool_call':
    case 'tool_call_update':
      seeCall(log, update, TOLD);
      return;
    case 'plan':
      append(log, () => ({ type: 'assistant', text: list(at(update, 'entries')).map(stepText).join('\n') }));
      return;
    case 'usage_update': {
      const cost = number(at(update, 'cost', 'amount'));
      if (cost !== undefined && cost >= 0 && at(update, 'cost', 'currency') === 'USD') log.recorder.cost(cost);
      log.turn.context = number(at(update, 'used'));
      return;
    }
    default:
      if (!SILENT.test(kind)) log.recorder.unknown(`update ${kind}`);
  }
}

function readChunk(log: Log, kind: string, update: Json): void {
  const said = blockText(at(update, 'content'));
  const source = `${kind} ${text(at(update, 'messageId')) ?? ''}`;
  if (said !== '' && log.speech?.source !== source) {
    const parts: string[] = [];
    append(log, () => ({ type: kind === 'user_message_chunk' ? 'user' : 'assistant', text: parts.join('') }));
    log.speech = { source, parts };
  }
  log.speech?.parts.push(said);
  const usage = readUsage(at(update, '_meta', 'usage'));
  if (usage === undefined) return;
  // usage ends a response; later text belongs to the next one
  log.speech = undefined;
  log.turn.responses++;
  log.recorder.usage(`turn ${log.turn.number} response ${log.turn.responses}`, usage);
}

const stepText = (step: Json): string =>
  `[${text(at(step, 'status')) ?? 'pending'}] ${text(at(step, 'content')) ?? ''}`;

function seeCall(log: Log, update: Json, told: readonly (keyof Fields)[]): void {
  const id = text(at(update, 'toolCallId'));
  if (id === undefined) log.recorder.unknown('tool call without an id');
  else if (!log.calls.has(id)) {
    const fields: Fields = {};
    log.calls.set(id, { id, fields, isOver: false });
    append(log, () => ({ type: 'tool_use', tool: nameOf(id, fields), tool_id: id, input: inputOf(fields) }));
  }
  const call = log.calls.get(id ?? '');
  if (call === undefined || call.isOver) return;
  for (const name of told) {
    const value = at(update, name);
    // the first title is closest to a name; later ones describe the call
    if (value != null && !(name === 'title' && 'title' in call.fields)) call.fields[name] = value;
  }
  call.isOver = /^(completed|failed)$/.test(text(call.fields.status) ?? '');
  if (call.isOver) append(log, () => describeResult(call));
  log.turn.results += Number(call.isOver);
}

function readAnswer(log: Log, message: Json, request: Json): void {
  const [result, error] = [at(message, 'result'), at(message, 'error')];
  const session_id = text(at(result, 'sessionId'));
  if (session_id) log.recorder.identify({ session_id });
  if (error !== undefined) readError(log, error, text(at(request, 'method')));
  else if (at(result, 'stopReason') !== undefined) readStop(log, result);
  else if (at(result, 'agentInfo') !== undefined) identifyAgent(log.recorder, at(result, 'agentInfo'));
  else if (at(result, 'outcome') !== undefined) readPermission(log, at(result, 'outcome'), request);
  else if (request === undefined) log.recorder.unknown('answer without a request');
  log.model = modelOf(result) ?? log.model;
}

function identifyAgent(recorder: Recorder, info: Json): void {
  const [agent, agent_version] = [text(at(info, 'name')), text(at(info, 'version'))];
  recorder.identify({ ...(agent ? { agent } : {}), ...(agent_version ? { agent_version } : {}) });
}

// an id may contain the model name, as in `$runtime|openai|mock-model(openai)`
function modelOf(result: Json): string | undefined {
  const option = list(at(result, 'configOptions')).find((each) => at(each, 'category') === 'model');
  const current = text(at(result, 'models', 'currentModelId')) ?? text(at(option, 'currentValue'));
  const named = list(at(result, 'models', 'availableModels')).find((each) => at(each, 'modelId') === current);
  const name = text(at(named, 'name'));
  return name && current?.includes(name) ? name : current;
}

function readStop(log: Log, result: Json): void {
  const { recorder, turn } = log;
  const reason = text(at(result, 'stopReason')) ?? 'nothing';
  const model = text(at(result, '_meta', 'quota', 'model_usage', 0, 'model'));
  if (model) recorder.identify({ model });
  const status = Object.hasOwn(ENDS, reason) ? ENDS[reason] : undefined;
  recorder.end(status ?? 'unknown', `the prompt was answered with ${reason}`);
  if (status === undefined) recorder.unknown(`stop reason ${reason}`);
  const usage = readUsage(at(result, 'usage')) ?? readQuota(at(result, '_meta', 'quota', 'token_count'));
  if (usage === undefined || turn.responses > 0) return;
  // opencode reports only its last response here: after tool calls, the usage equals the context size
  if (turn.results > 0 && turn.context === usage.input_tokens)
    recorder.warn('the agent reports only the tokens of its last response; they are not counted');
  else recorder.usage(`turn ${turn.number}`, usage);
}

function readError(log: Log, error: Json, method: string | undefined): void {
  // a request the client rejects shows up in the result of the tool that made it
  if (/^(fs|terminal|elicitation)\//.test(method ?? '')) return;
  const [said, code] = [text(at(error, 'message')) ?? 'an error', number(at(error, 'code'))];
  append(log, () => ({ type: 'error', text: said, status: Number.isSafeInteger(code) ? code : null }));
  if (/^(initialize|authenticate|session\/(new|load|resume|prompt))$/.test(method ?? ''))
    log.recorder.end('failed', `${method} was answered with an error: ${said}`);
}

function readPermission({ recorder, approvals, at: now }: Log, outcome: Json, request: Json): void {
  const call = text(at(request, 'params', 'toolCall', 'toolCallId'));
  if (call !== undefined) approvals.answer(call, now, call);
  const [options, id] = [list(at(request, 'params', 'options')), at(outcome, 'optionId')];
  const kind =
    text(
      at(
        options.find((option) => at(option, 'optionId') === id),
        'kind',
      ),
    ) ?? '';
  if (at(outcome, 'outcome') === 'cancelled' || kind.startsWith('reject'))
    recorder.warn('a tool use was not permitted');
}
