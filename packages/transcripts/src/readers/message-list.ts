import { at, isObject, type Json, list, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';
import { endsWithPrompt, isWrittenResult, readFencedCall, readWrittenCalls, withoutHeading } from './calls-in-text.ts';
import { isMini, readMiniMessages } from './mini-swe-agent.ts';
import { structured } from './otlp-spans.ts';

/** The roles of messages, as several APIs and data sets name them. */
const ROLES: Readonly<Record<string, 'system' | 'user' | 'assistant' | 'result'>> = {
  system: 'system',
  developer: 'system',
  user: 'user',
  human: 'user',
  assistant: 'assistant',
  ai: 'assistant',
  tool: 'result',
  function: 'result',
};
const LISTS = ['messages', 'trajectory', 'history', 'conversation', 'conversations'];
/** Lines around the messages of Factory Droid and Kimi CLI. */
const ASIDE = /^(_|session_(start|end)$|todo_state$|compaction_state$)/;
const FINAL_TOOLS = new Set(['submit', 'finish', 'attempt_completion', 'task_complete']);

/**
 * Messages as they are sent to a model, without anything around them: one list, a document with a list, or one message
 * per line. Many programs and data sets store runs like this: Cline, Amp, Factory Droid, Kimi CLI, copies of runs of
 * SWE-agent, mini-SWE-agent and OpenHands. It is the last choice, and says so: there is no end, time or cost.
 */
export const messageList = defineReader({
  format: 'message-list',
  title: 'Lists of messages in the form of OpenAI or Anthropic',
  agent: 'unknown',
  recognizes: (record) => listIn(record) !== undefined || isMessage(record) || isLine(record),

  open(recorder) {
    const lines: Json[] = [];
    let documents = 0;
    return {
      read(record) {
        const found = listIn(record);
        if (found !== undefined && documents++ === 0) {
          identify(recorder, record);
          lines.push(...found);
        } else if (found === undefined && isLine(record)) lines.push(at(record, 'message'));
        else if (isMessage(record)) lines.push(record);
        else if (found === undefined && !ASIDE.test(text(at(record, 'type')) ?? text(at(record, 'role')) ?? ''))
          recorder.unknown('record without a message');
      },
      end() {
        recorder.warn('this is only a list of messages: what it does not contain is unknown');
        if (documents > 1) recorder.warn(`${documents - 1} further lists of the file were skipped`);
        if (isMini(lines)) {
          recorder.identify({ agent: 'mini-swe-agent' });
          readMiniMessages(recorder, lines);
        } else readMessages(recorder, lines);
        if (endsWithSubmission(lines)) recorder.end('completed', 'the last call submits the work');
      },
    };
  },
});

function isMessage(value: Json): boolean {
  if (!isObject(value)) return false;
  const role = text(value['role']) ?? '';
  const hasContent = ['content', 'tool_calls', 'text'].some((field) => field in value);
  return Object.hasOwn(ROLES, role) && hasContent && !('type' in value && value['type'] !== 'message');
}

/** Factory Droid: a line of the type `message`, with the message inside. */
const isLine = (record: Json): boolean => at(record, 'type') === 'message' && isMessage(at(record, 'message'));

function listIn(record: Json): readonly Json[] | undefined {
  const lists = Array.isArray(record) ? [record] : LISTS.map((name) => at(record, name));
  return lists.map(list).find((messages) => messages.length > 1 && messages.every(isMessage));
}

function identify(recorder: Recorder, record: Json): void {
  const id = text(at(record, 'id')) ?? text(at(record, 'instance_id'));
  // an Amp thread
  const agent = id?.startsWith('T-') && at(record, 'v') !== undefined ? 'amp' : undefined;
  const model = text(at(record, 'model')) ?? text(at(record, 'model_name'));
  recorder.identify({ ...(id ? { session_id: id } : {}), ...(agent ? { agent } : {}), ...(model ? { model } : {}) });
}

interface Reading {
  readonly recorder: Recorder;
  /** Whether commands are blocks of code, and every answer to one is its result, as in SWE-agent. */
  readonly isFenced: boolean;
  /** Calls without an id, in order, that have no result yet. */
  open: string[];
  calls: number;
}

function readMessages(recorder: Recorder, messages: readonly Json[]): void {
  const isFenced = messages.some((message) => endsWithPrompt(flatten(at(message, 'content') ?? at(message, 'text'))));
  const reading: Reading = { recorder, isFenced, open: [], calls: 0 };
  for (const message of messages) readMessage(reading, message);
}

function readMessage(reading: Reading, message: Json): void {
  const { recorder } = reading;
  const content = at(message, 'content') ?? at(message, 'text');
  switch (ROLES[text(at(message, 'role')) ?? '']) {
    case 'system':
      recorder.entry({ type: 'system', text: flatten(content) });
      return;
    case 'assistant':
      readAnswer(reading, message, content);
      return;
    case 'result':
      recordResult(reading, text(at(message, 'tool_call_id')), flatten(content), false);
      return;
    default:
      readUser(reading, content);
  }
}

function readAnswer(reading: Reading, message: Json, content: Json): void {
  const { recorder } = reading;
  const said = [text(at(message, 'reasoning_content')), flatten(content)];
  for (const part of said) if (part) recorder.entry({ type: 'assistant', text: part });
  reading.open = [];
  for (const call of list(at(message, 'tool_calls')))
    recordCall(reading, {
      tool: text(at(call, 'function', 'name')) ?? text(at(call, 'name')) ?? 'unknown',
      id: text(at(call, 'id')),
      input: structured(at(call, 'function', 'arguments') ?? at(call, 'arguments')),
    });
  for (const block of list(content))
    if (at(block, 'type') === 'tool_use')
      recordCall(reading, {
        tool: text(at(block, 'name')) ?? 'unknown',
        id: text(at(block, 'id')),
        input: at(block, 'input'),
      });
  if (reading.open.length > 0) return;
  const written = reading.isFenced ? readFencedCall(flatten(content)) : readWrittenCalls(flatten(content));
  for (const call of written) recordCall(reading, { ...call, id: undefined });
}

function recordCall(
  reading: Reading,
  { tool, id, input }: { tool: string; id: string | undefined; input: Json },
): void {
  const tool_id = id ?? `call ${++reading.calls}`;
  reading.open.push(tool_id);
  reading.recorder.entry({ type: 'tool_use', tool, tool_id, input });
}

function readUser(reading: Reading, content: Json): void {
  for (const block of typeof content === 'string' ? [content] : list(content)) {
    if (at(block, 'type') === 'tool_result') {
      const run = at(block, 'run');
      const answer = at(block, 'content') ?? at(run, 'result') ?? at(run, 'error', 'message');
      const failed = at(block, 'is_error') === true || at(run, 'status') === 'error';
      recordResult(reading, text(at(block, 'tool_use_id')) ?? text(at(block, 'toolUseID')), flatten(answer), failed);
      continue;
    }
    const said = flatten([block]);
    if (reading.open.length > 0 && (reading.isFenced || isWrittenResult(said)))
      recordResult(reading, undefined, said, false);
    else if (said !== '') reading.recorder.entry({ type: 'user', text: said });
  }
}

function recordResult(reading: Reading, id: string | undefined, said: string, failed: boolean): void {
  const place = id === undefined ? 0 : reading.open.indexOf(id);
  const [next] = place === -1 ? [] : reading.open.splice(place, 1);
  reading.recorder.entry({
    type: 'tool_result',
    tool_id: id ?? next ?? null,
    text: withoutHeading(said),
    ...markFailure(failed),
  });
}

function endsWithSubmission(messages: readonly Json[]): boolean {
  const last = messages.findLast((message) => ROLES[text(at(message, 'role')) ?? ''] === 'assistant');
  const blocks = list(at(last, 'content'));
  const tools = [
    ...list(at(last, 'tool_calls')).map((call) => at(call, 'function', 'name')),
    ...blocks.map((block) => at(block, 'name')),
    ...readWrittenCalls(flatten(at(last, 'content'))).map(({ tool }) => tool),
  ];
  const said = flatten(at(last, 'content') ?? at(last, 'text'));
  return (
    tools.some((tool) => FINAL_TOOLS.has(text(tool) ?? '')) ||
    /COMPLETE_TASK_AND_SUBMIT_FINAL_OUTPUT|```\nsubmit\n```/.test(said)
  );
}

const SILENT_BLOCKS = new Set<Json>(['tool_use', 'tool_result', 'tool_call']);

function flatten(content: Json): string {
  if (typeof content === 'string') return content;
  if (isObject(content)) return JSON.stringify(content);
  return list(content)
    .flatMap((block) => {
      if (typeof block === 'string') return block;
      if (SILENT_BLOCKS.has(at(block, 'type'))) return [];
      return text(at(block, 'text')) ?? text(at(block, 'thinking')) ?? `[${text(at(block, 'type')) ?? 'content'}]`;
    })
    .join('\n');
}
