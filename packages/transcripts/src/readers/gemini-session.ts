import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';

const MESSAGES = new Set(['user', 'gemini', 'info', 'warning', 'error']);

/**
 * Gemini CLI's own log of a session: `~/.gemini/tmp/<project>/chats/session-*.jsonl`.
 * A message is rewritten in full whenever it grows, so messages are recorded after the last line.
 */
export const geminiSession = defineReader({
  format: 'gemini-session',
  title: 'Gemini CLI sessions',
  agent: 'gemini-cli',
  recognizes: (record) =>
    isObject(record) &&
    (isHeader(record) ||
      (MESSAGES.has(text(at(record, 'type')) ?? '') && 'id' in record && 'timestamp' in record && 'content' in record)),

  open(recorder) {
    const messages = new Map<string, Json>();
    const keep = (message: Json, isRetold: boolean) => {
      const type = text(at(message, 'type')) ?? 'nothing';
      const id = text(at(message, 'id')) ?? `message ${messages.size}`;
      if (!MESSAGES.has(type)) recorder.unknown(`line ${type}`);
      // a rewritten message replaces the first version in place
      else if (!isRetold || !messages.has(id)) messages.set(id, message);
    };
    return {
      read(record) {
        const facts = at(record, '$set') ?? record;
        const session_id = text(at(facts, 'sessionId'));
        if (session_id) recorder.identify({ session_id });
        // rewound or compressed messages still happened: messages are added, never removed
        // a resumed session repeats all messages, with later timestamps and without tokens: keep the first version
        for (const message of list(at(facts, 'messages'))) keep(message, true);
        if (!isHeader(record)) keep(record, false);
      },
      end() {
        const answered = new Set([...messages.values()].flatMap(answeredCalls));
        for (const [id, message] of messages) recordMessage(recorder, message, { id, answered });
        recordEnd(recorder, [...messages.values()]);
      },
    };
  },
});

const isHeader = (record: Json): boolean =>
  isObject(record) && ('$set' in record || '$rewindTo' in record || ('sessionId' in record && 'projectHash' in record));

const hasResult = (call: Json): boolean => list(at(call, 'result')).length > 0;

// results appear twice: with their call, and in the message to the model
const answeredCalls = (message: Json): string[] =>
  list(at(message, 'toolCalls')).flatMap((call) => (hasResult(call) ? [text(at(call, 'id')) ?? ''] : []));

interface Known {
  readonly id: string;
  readonly answered: ReadonlySet<string>;
}

function recordMessage(recorder: Recorder, message: Json, known: Known): void {
  switch (at(message, 'type')) {
    case 'gemini':
      recordResponse(recorder, message, known.id);
      return;
    case 'user':
      recordUser(recorder, message, known.answered);
      return;
    default:
      recorder.entry({
        type: at(message, 'type') === 'error' ? 'error' : 'system',
        text: contentText(at(message, 'content')),
        ...instant(message),
      });
  }
}

function recordResponse(recorder: Recorder, message: Json, id: string): void {
  const model = text(at(message, 'model'));
  if (model) recorder.identify({ model });
  const usage = readTokens(at(message, 'tokens'));
  if (usage) recorder.usage(id, usage);
  for (const thought of list(at(message, 'thoughts'))) {
    const lines = [text(at(thought, 'subject')), text(at(thought, 'description'))].filter(Boolean);
    recorder.entry({ type: 'assistant', text: lines.join('\n'), ...instant(thought) });
  }
  const said = contentText(at(message, 'content'));
  if (said !== '') recorder.entry({ type: 'assistant', text: said, ...instant(message) });
  const calls = list(at(message, 'toolCalls'));
  for (const call of calls) {
    recorder.entry({
      type: 'tool_use',
      tool: text(at(call, 'name')) ?? 'unknown',
      tool_id: text(at(call, 'id')) ?? null,
      input: at(call, 'args'),
      // a call has the timestamp of its result; the response that made it is closer
      ...instant(message),
    });
  }
  for (const call of calls) recordResult(recorder, call);
}

function recordResult(recorder: Recorder, call: Json): void {
  const status = text(at(call, 'status'));
  const is_error = status === 'error' || status === 'cancelled';
  if (!hasResult(call) && !is_error && status !== 'success') return;
  const answer = responseText(at(call, 'result')) || (text(at(call, 'resultDisplay')) ?? '');
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(call, 'id')) ?? null,
    text: answer,
    is_error,
    ...exitCode(at(call, 'name'), answer),
    ...(status === undefined ? {} : { status }),
    ...instant(call),
  });
}

function recordUser(recorder: Recorder, message: Json, answered: ReadonlySet<string>): void {
  const content = at(message, 'content');
  for (const part of list(content)) {
    const response = at(part, 'functionResponse');
    const tool_id = text(at(response, 'id')) ?? null;
    if (response === undefined || answered.has(tool_id ?? '')) continue;
    const failure = markFailure(text(at(response, 'response', 'error')) !== undefined);
    recorder.entry({ type: 'tool_result', tool_id, text: responseText([part]), ...failure, ...instant(message) });
  }
  const said = contentText(content);
  // the CLI starts a session with a message about the machine
  const type = said.startsWith('<session_context>') ? 'system' : 'user';
  if (said !== '') recorder.entry({ type, text: said, ...instant(message) });
}

// the file has no end marker, and tools appear in their message only when done
function recordEnd(recorder: Recorder, messages: readonly Json[]): void {
  const last = messages.findLast((message) => !['info', 'warning'].includes(text(at(message, 'type')) ?? ''));
  if (last === undefined) return;
  const said = contentText(at(last, 'content'));
  const type = at(last, 'type');
  if (type === 'error') recorder.end('failed', said || 'the last message is an error');
  else if (type === 'gemini' && said !== '' && list(at(last, 'toolCalls')).length === 0)
    recorder.end('completed', 'the last response has text and no tool call');
  else recorder.end('interrupted', 'the session stops before a last response');
}

// `output` excludes thoughts, and `input` excludes tokens added by server-side tools
function readTokens(tokens: Json): Usage | undefined {
  if (number(at(tokens, 'input')) === undefined) return undefined;
  return {
    input_tokens: count(at(tokens, 'input')) + count(at(tokens, 'tool')),
    cached_input_tokens: count(at(tokens, 'cached')),
    cache_write_input_tokens: 0,
    output_tokens: count(at(tokens, 'output')) + count(at(tokens, 'thoughts')),
  };
}

function contentText(content: Json): string {
  if (typeof content === 'string') return content;
  const spoken = list(content).filter((part) => at(part, 'functionResponse') === undefined);
  return spoken.map(partText).join('\n');
}

const instant = (record: Json): { at?: string } => {
  const written = text(at(record, 'timestamp'));
  return written ? { at: written } : {};
};

/** The answer of a tool, from the message parts sent to the model. */
export const responseText = (parts: Json): string => text(parts) ?? list(parts).map(partText).join('\n');

function partText(part: Json): string {
  const response = at(part, 'functionResponse', 'response');
  const said = text(part) ?? text(at(part, 'text')) ?? text(at(response, 'output')) ?? text(at(response, 'error'));
  return said ?? `[${isObject(part) ? (Object.keys(part)[0] ?? 'nothing') : 'nothing'}]`;
}

// only below the output, where the CLI writes it: a command may print such a line itself
const EXIT_CODE =
  /(?:^|\n)Exit Code: (\d{1,9})(?:\n(?:Signal|Background PIDs|Process Group PGID): .*)*(?:\n<\/untrusted_context>)?\s*$/;

/** The exit code of a command, if the answer of the shell tool has it. */
export function exitCode(tool: Json, answer: string): { exit_code?: number } {
  const code = tool === 'run_shell_command' ? EXIT_CODE.exec(answer)?.[1] : undefined;
  return code === undefined ? {} : { exit_code: Number(code) };
}
