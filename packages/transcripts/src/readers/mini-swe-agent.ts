import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, readTimestamp, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';

const LIMITS = new Set(['LimitsExceeded', 'TimeExceeded', 'ContextWindowExceededError']);
const INTERRUPTS = new Set(['', 'KeyboardInterrupt', 'UserInterruption']);
/** Before version 2, the command and its exit code are only in the text. */
const COMMAND = /```(?:bash|mswea_bash_command)\s*\n([\s\S]*?)\n```/g;
const RETURNED = /^\s*<returncode>(-?\d{1,9})<\/returncode>/;
/** The output of a command, if it is whole. A long one has a head and a tail in other tags, which stay. */
const OUTPUT = /^\s*<returncode>-?\d{1,9}<\/returncode>\s*<output>\n?([\s\S]*?)\n?<\/output>\s*$/;
/** A command that prints this ends the run; its output is the submission. */
const SUBMITS = /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|MINI_SWE_AGENT_FINAL_OUTPUT/;
/** What the agent says in the role of the user if a turn has no command; version 2 also names the reason in `extra`. */
const FORMAT_ERROR = /^\s*Please always provide EXACTLY ONE action/;
const REJECTED = /^\s*Command not executed\. The user rejected/;
const TIMED_OUT = /^\s*The last command <command>[\s\S]*<\/command> timed out/;

/**
 * mini-SWE-agent's `.traj.json`: one document with all messages as sent to the model, and their actions in `extra`.
 * Actions of models without tool calls have no ids; they get ids by position.
 */
export const miniSweAgent = defineReader({
  format: 'mini-swe-agent',
  title: 'mini-SWE-agent trajectories',
  agent: 'mini-swe-agent',
  recognizes: (record) =>
    isObject(record) && (text(at(record, 'trajectory_format')) ?? '').startsWith('mini-swe-agent'),

  open(recorder) {
    return {
      read(record) {
        const info = at(record, 'info');
        const agent_version = text(at(info, 'mini_version'));
        const model = text(at(info, 'config', 'model', 'model_name'));
        recorder.identify({ ...(agent_version ? { agent_version } : {}), ...(model ? { model } : {}) });
        readMiniMessages(recorder, list(at(record, 'messages')));
        // 0 means that the price is unknown
        const cost = number(at(info, 'model_stats', 'instance_cost')) ?? 0;
        if (cost > 0) recorder.cost(cost);
        readEnd(recorder, text(at(info, 'exit_status')) ?? '');
      },
    };
  },
});

/** Records messages as mini-SWE-agent sends them to the model. */
export function readMiniMessages(recorder: Recorder, messages: readonly Json[]): void {
  const reading: Reading = { recorder, open: [], submits: false };
  for (const [index, message] of messages.entries()) readMessage(reading, message, index);
}

/** Whether a list of messages contains commands in text, answered with exit codes. */
export const isMini = (messages: readonly Json[]): boolean =>
  messages.some((message) => RETURNED.test(flatten(at(message, 'content')))) ||
  messages.some((message) => Array.isArray(at(message, 'extra', 'actions')));

interface Reading {
  readonly recorder: Recorder;
  /** Tool uses without a result yet. */
  open: string[];
  /** Whether the last command submits the work. */
  submits: boolean;
}

function readMessage(reading: Reading, message: Json, index: number): void {
  const { recorder } = reading;
  readUsage(recorder, message, index);
  const kind = text(at(message, 'role')) ?? text(at(message, 'object')) ?? text(at(message, 'type')) ?? 'nothing';
  switch (kind) {
    case 'system':
      recorder.entry({ type: 'system', text: flatten(at(message, 'content')), ...when(message) });
      return;
    case 'assistant':
    case 'response':
      readTurn(reading, message, index);
      return;
    case 'user':
      readAnswer(reading, message);
      return;
    case 'tool':
    case 'function_call_output':
      readResult(reading, message);
      return;
    case 'exit':
      readExit(reading, message);
      return;
    default:
      recorder.unknown(`message of ${kind}`);
  }
}

/** A message in the role of the user: the result of a command, a complaint of the agent, or what a person wrote. */
function readAnswer(reading: Reading, message: Json): void {
  const said = flatten(at(message, 'content'));
  const isResult = codeOf(message) !== undefined || reading.submits || TIMED_OUT.test(said) || REJECTED.test(said);
  if (reading.open.length > 0 && isResult) readResult(reading, message);
  else reading.recorder.entry({ type: isFormatError(message, said) ? 'system' : 'user', text: said, ...when(message) });
}

const isFormatError = (message: Json, said: string): boolean =>
  at(message, 'extra', 'interrupt_type') === 'FormatError' || FORMAT_ERROR.test(said);

function readTurn(reading: Reading, message: Json, index: number): void {
  const said = [text(at(message, 'reasoning_content')), flatten(at(message, 'content') ?? at(message, 'output'))];
  for (const part of said) if (part) reading.recorder.entry({ type: 'assistant', text: part, ...when(message) });
  const actions = actionsOf(message);
  reading.submits = actions.some(({ command }) => SUBMITS.test(text(command) ?? ''));
  reading.open = actions.map(({ command, id }, i) => {
    const tool_id = id ?? `message ${index} action ${i}`;
    reading.recorder.entry({ type: 'tool_use', tool: 'bash', tool_id, input: { command }, ...when(message) });
    return tool_id;
  });
}

function actionsOf(message: Json): { command: Json; id: string | undefined }[] {
  const actions = at(message, 'extra', 'actions');
  if (Array.isArray(actions))
    return actions.map((action) => ({ command: at(action, 'command'), id: text(at(action, 'tool_call_id')) }));
  // more than one is refused, and none of them runs
  const [found, ...others] = flatten(at(message, 'content')).matchAll(COMMAND);
  return found === undefined || others.length > 0 ? [] : [{ command: found[1], id: undefined }];
}

function readResult({ recorder, open, submits }: Reading, message: Json): void {
  const named = text(at(message, 'tool_call_id')) ?? text(at(message, 'call_id'));
  const place = named === undefined ? 0 : open.indexOf(named);
  const [next] = place === -1 ? [] : open.splice(place, 1);
  const said = flatten(at(message, 'content') ?? at(message, 'output'));
  // a submission is printed without its exit code, which is 0
  const code = codeOf(message) ?? (submits ? 0 : undefined);
  const exception = text(at(message, 'extra', 'exception_info'));
  recorder.entry({
    type: 'tool_result',
    tool_id: named ?? next ?? null,
    text: OUTPUT.exec(said)?.[1] ?? said,
    // with an exception, the exit code is a placeholder
    is_error: Boolean(exception) || (code ?? 0) !== 0 || TIMED_OUT.test(said),
    ...(REJECTED.test(said) ? { status: 'rejected' } : {}),
    ...(code !== undefined && !exception ? { exit_code: code } : {}),
    ...when(message),
  });
}

function codeOf(message: Json): number | undefined {
  const written = number(at(message, 'extra', 'returncode'));
  const code = written ?? number(Number(RETURNED.exec(flatten(at(message, 'content')))?.[1] ?? Number.NaN));
  return Number.isSafeInteger(code) ? code : undefined;
}

function readExit(reading: Reading, message: Json): void {
  const { recorder, open } = reading;
  const said = flatten(at(message, 'content'));
  const status = text(at(message, 'extra', 'exit_status')) ?? '';
  const [submitting] = open;
  // the submitting command always succeeds, and its output is the submission
  if (status === 'Submitted' && open.length === 1 && submitting !== undefined)
    recorder.entry({ type: 'tool_result', tool_id: submitting, text: said, is_error: false, exit_code: 0 });
  else if (status !== 'Submitted') recorder.entry({ type: 'error', text: said || status, ...when(message) });
  reading.open = [];
}

// an unusable response was paid too; its usage is in the error message about it
function readUsage(recorder: Recorder, message: Json, index: number): void {
  const response = at(message, 'object') === 'response' ? message : at(message, 'extra', 'response');
  const usage = usageOf(at(response, 'usage'));
  if (usage) recorder.usage(text(at(response, 'id')) ?? `message ${index}`, usage);
}

// as in both OpenAI APIs, the prompt includes cached tokens
function usageOf(usage: Json): Usage | undefined {
  const input = number(at(usage, 'prompt_tokens')) ?? number(at(usage, 'input_tokens'));
  if (input === undefined) return undefined;
  const details = at(usage, 'prompt_tokens_details') ?? at(usage, 'input_tokens_details');
  return {
    input_tokens: count(input),
    cached_input_tokens: count(at(details, 'cached_tokens')),
    cache_write_input_tokens: count(at(usage, 'cache_creation_input_tokens')),
    output_tokens: count(at(usage, 'completion_tokens') ?? at(usage, 'output_tokens')),
  };
}

function readEnd(recorder: Recorder, status: string): void {
  if (status === 'Submitted') recorder.end('completed', status);
  else if (LIMITS.has(status)) recorder.end('limit', status);
  else if (INTERRUPTS.has(status)) recorder.end('interrupted', status || 'the trajectory has no exit status');
  else recorder.end('failed', status);
}

function when(message: Json): { at?: string } {
  const seconds = number(at(message, 'extra', 'timestamp')) ?? number(at(message, 'created_at'));
  return seconds === undefined ? {} : readTimestamp(seconds * 1000);
}

// blocks of a message, or items of a response, whose messages contain blocks
function flatten(content: Json): string {
  if (typeof content === 'string') return content;
  return list(content)
    .flatMap((block) => [block, ...list(at(block, 'content')), ...list(at(block, 'summary'))])
    .flatMap((block) => text(at(block, 'text')) ?? [])
    .join('\n');
}
