import type { TranscriptEnd } from '@assay/schema';
import { at, count, isObject, type Json, number, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';

/** The line types of a stream, each with a field that other programs' lines do not have. */
const MARKS: Readonly<Record<string, string>> = {
  init: 'model',
  message: 'role',
  tool_use: 'tool_name',
  tool_result: 'tool_id',
  error: 'severity',
  result: 'status',
};

const DOCUMENT = new Set(['session_id', 'response', 'stats', 'error', 'warnings']);

/**
 * Output of `gemini -o stream-json`, or the document of `-o json`. A killed run has exit code 0 and no result, so a
 * stream without a result always counts as interrupted.
 */
export const geminiStream = defineReader({
  format: 'gemini-stream',
  title: 'Gemini CLI streams',
  agent: 'gemini-cli',
  recognizes: (record) => isObject(record) && (isLine(record) || isDocument(record)),

  open(recorder) {
    let spoken: { text: string; at?: string } | undefined;
    const finishMessage = () => {
      if (spoken !== undefined) recorder.entry({ type: 'assistant', ...spoken });
      spoken = undefined;
    };
    return {
      read(record) {
        if (at(record, 'type') === 'message' && at(record, 'delta') === true) {
          spoken ??= { text: '', ...instant(record) };
          spoken.text += text(at(record, 'content')) ?? '';
          return;
        }
        finishMessage();
        if (isDocument(record)) readDocument(recorder, record);
        else readLine(recorder, record);
      },
      end: finishMessage,
    };
  },
});

function isLine(record: Record<string, Json>): boolean {
  const type = text(at(record, 'type')) ?? '';
  return Object.hasOwn(MARKS, type) && String(MARKS[type]) in record && typeof at(record, 'timestamp') === 'string';
}

// `-o json` prints the answer with statistics, or an error alone
const isDocument = (record: Json): boolean =>
  isObject(record) &&
  'session_id' in record &&
  Object.keys(record).every((field) => DOCUMENT.has(field)) &&
  ('stats' in record || isObject(record['error']));

function readLine(recorder: Recorder, record: Json): void {
  switch (at(record, 'type')) {
    case 'init':
      identify(recorder, record, text(at(record, 'model')));
      recorder.end('interrupted', 'the stream stops before its result');
      return;
    case 'message':
      recorder.entry({
        type: at(record, 'role') === 'assistant' ? 'assistant' : 'user',
        text: text(at(record, 'content')) ?? '',
        ...instant(record),
      });
      return;
    case 'tool_use':
      recorder.entry({
        type: 'tool_use',
        tool: text(at(record, 'tool_name')) ?? 'unknown',
        tool_id: text(at(record, 'tool_id')) ?? null,
        input: at(record, 'parameters'),
        ...instant(record),
      });
      return;
    case 'tool_result':
      readToolResult(recorder, record);
      return;
    case 'error':
      recorder.entry({
        type: at(record, 'severity') === 'warning' ? 'system' : 'error',
        text: text(at(record, 'message')) ?? '',
        ...instant(record),
      });
      return;
    case 'result':
      readResult(recorder, record);
      return;
    default:
      recorder.unknown(`line ${text(at(record, 'type')) ?? 'nothing'}`);
  }
}

function readToolResult(recorder: Recorder, record: Json): void {
  const status = text(at(record, 'status'));
  recorder.entry({
    type: 'tool_result',
    tool_id: text(at(record, 'tool_id')) ?? null,
    text: text(at(record, 'output')) ?? text(at(record, 'error', 'message')) ?? '',
    ...markFailure(status === 'error'),
    ...(status === undefined ? {} : { status }),
    ...instant(record),
  });
}

function readResult(recorder: Recorder, record: Json): void {
  const stats = at(record, 'stats');
  const total = count(at(stats, 'total_tokens'));
  if (number(at(stats, 'input_tokens')) !== undefined) {
    const input_tokens = count(at(stats, 'input_tokens'));
    recorder.totalUsage({
      input_tokens,
      cached_input_tokens: count(at(stats, 'cached')),
      cache_write_input_tokens: 0,
      // thoughts are billed as output but are only visible as the rest of the total
      output_tokens: Math.max(count(at(stats, 'output_tokens')), total - input_tokens),
    });
  }
  if (at(record, 'status') === 'success') recorder.end('completed', 'the result reports success');
  else recordFailure(recorder, record);
}

function readDocument(recorder: Recorder, record: Json): void {
  const models = at(record, 'stats', 'models');
  const tokens = isObject(models) ? Object.values(models).map((model) => at(model, 'tokens')) : [];
  identify(recorder, record, isObject(models) ? Object.keys(models)[0] : undefined);
  const sum = (...fields: string[]) =>
    fields.reduce((all, field) => all + tokens.reduce((part: number, each) => part + count(at(each, field)), 0), 0);
  if (tokens.length > 0)
    recorder.totalUsage({
      input_tokens: sum('prompt', 'tool'),
      cached_input_tokens: sum('cached'),
      cache_write_input_tokens: 0,
      output_tokens: sum('candidates', 'thoughts'),
    });
  const response = text(at(record, 'response'));
  if (response !== undefined) recorder.entry({ type: 'assistant', text: response });
  recorder.warn('this format has only the last response, without tool calls');
  if (at(record, 'error') === undefined) recorder.end('completed', 'the document has a response');
  else recordFailure(recorder, record);
}

function recordFailure(recorder: Recorder, record: Json): void {
  const reason = text(at(record, 'error', 'message')) ?? 'the result does not report success';
  recorder.entry({ type: 'error', text: reason, ...instant(record) });
  recorder.end(failureOf(`${text(at(record, 'error', 'type')) ?? ''} ${reason}`), reason);
}

function failureOf(error: string): TranscriptEnd['status'] {
  if (/TurnLimited|max(imum)? session turns/i.test(error)) return 'limit';
  return /FatalCancellation|operation cancelled/i.test(error) ? 'interrupted' : 'failed';
}

function identify(recorder: Recorder, record: Json, model: string | undefined): void {
  const session_id = text(at(record, 'session_id'));
  recorder.identify({ ...(session_id ? { session_id } : {}), ...(model ? { model } : {}) });
}

function instant(record: Json): { at?: string } {
  const written = text(at(record, 'timestamp'));
  return written ? { at: written } : {};
}
