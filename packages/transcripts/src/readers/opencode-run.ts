import { at, count, isObject, type Json, number, readTimestamp, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';

const LINES = new Set<Json>(['step_start', 'text', 'reasoning', 'tool_use', 'step_finish', 'error']);

/**
 * Output of `opencode run --format json`: each line is a completed part of a message, so a tool use and its result are
 * one line. It has no model, version or prompt. Timestamps are in milliseconds.
 */
export const opencodeRun = defineReader({
  format: 'opencode-run',
  title: 'opencode runs',
  agent: 'opencode',
  recognizes: (record) =>
    isObject(record) && LINES.has(record['type']) && 'sessionID' in record && 'timestamp' in record,

  open(recorder) {
    const costs = new Map<string, number>();
    let denied = 0;
    return {
      read(record) {
        const session_id = text(at(record, 'sessionID'));
        if (session_id) recorder.identify({ session_id });
        const part = at(record, 'part');
        const written = number(at(record, 'timestamp'));
        const type = text(at(record, 'type')) ?? 'nothing';
        switch (type) {
          case 'step_start':
            recorder.end('interrupted', 'the stream stops during a step');
            break;
          case 'text':
          case 'reasoning':
            recorder.entry({
              type: 'assistant',
              text: text(at(part, 'text')) ?? '',
              ...readTimestamp(number(at(part, 'time', 'start')) ?? written),
            });
            break;
          case 'tool_use':
            if (isDenial(part)) denied++;
            recordTool(recorder, part, written);
            break;
          case 'step_finish':
            recordCost(recorder, costs, part);
            recordUsage(recorder, part);
            endStep(recorder, part, denied);
            break;
          case 'error':
            recordError(recorder, at(record, 'error'), written);
            break;
          default:
            recorder.unknown(`line ${type}`);
        }
      },
    };
  },
});

// opencode's answer for a tool that a person or a rule denies; `run` denies everything that would need a question
const isDenial = (part: Json): boolean =>
  at(part, 'state', 'status') === 'error' &&
  /^The user (rejected permission|has specified a rule which prevents)/.test(text(at(part, 'state', 'error')) ?? '');

function recordTool(recorder: Recorder, part: Json, written: number | undefined): void {
  const state = at(part, 'state');
  const tool_id = text(at(part, 'callID')) ?? null;
  const status = text(at(state, 'status'));
  const exit = at(state, 'metadata', 'exit');
  const exit_code = Number.isSafeInteger(exit) ? (exit as number) : undefined;
  recorder.entry({
    type: 'tool_use',
    tool: text(at(part, 'tool')) ?? 'unknown',
    tool_id,
    input: at(state, 'input'),
    ...readTimestamp(number(at(state, 'time', 'start')) ?? written),
  });
  recorder.entry({
    type: 'tool_result',
    tool_id,
    text: text(at(state, 'output')) ?? text(at(state, 'error')) ?? '',
    is_error: status === 'error' || (exit_code ?? 0) !== 0,
    ...(exit_code === undefined ? {} : { exit_code }),
    ...(status === undefined ? {} : { status }),
    ...readTimestamp(number(at(state, 'time', 'end')) ?? written),
  });
}

function recordCost(recorder: Recorder, costs: Map<string, number>, part: Json): void {
  const cost = number(at(part, 'cost')) ?? 0;
  // 0 means that the price is unknown, not that it is free
  if (cost <= 0) return;
  costs.set(keyOf(part), cost);
  recorder.cost([...costs.values()].reduce((sum, each) => sum + each, 0));
}

// input excludes cached tokens, output excludes reasoning
function recordUsage(recorder: Recorder, part: Json): void {
  const tokens = at(part, 'tokens');
  if (number(at(tokens, 'input')) === undefined) return;
  const read = count(at(tokens, 'cache', 'read'));
  const written = count(at(tokens, 'cache', 'write'));
  recorder.usage(keyOf(part), {
    input_tokens: count(at(tokens, 'input')) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(at(tokens, 'output')) + count(at(tokens, 'reasoning')),
  });
}

const keyOf = (part: Json): string => text(at(part, 'id')) ?? text(at(part, 'messageID')) ?? '';

function endStep(recorder: Recorder, part: Json, denied: number): void {
  const reason = text(at(part, 'reason')) ?? 'no reason given';
  if (reason === 'length') recorder.end('limit', 'the model reached its maximum answer length');
  // a rejection also stops the run; its last step then ends like any other with tool calls
  else if (denied > 0) recorder.end('denied', `${denied} tool uses were denied`);
  else if (reason === 'stop') recorder.end('completed', 'the last step stopped by itself');
  else if (reason === 'tool-calls') recorder.end('interrupted', 'the stream stops after a step with tool calls');
  else if (reason === 'content-filter' || reason === 'error')
    recorder.end('failed', `the last step ended with ${reason}`);
  else recorder.end('unknown', `the last step ended with ${reason}`);
}

function recordError(recorder: Recorder, error: Json, written: number | undefined): void {
  const name = text(at(error, 'name')) ?? 'an error';
  const message = text(at(error, 'data', 'message')) ?? name;
  const code = at(error, 'data', 'statusCode');
  const status = Number.isSafeInteger(code) ? { status: code as number } : {};
  recorder.entry({ type: 'error', text: message, ...status, ...readTimestamp(written) });
  if (name === 'MessageAbortedError') recorder.end('interrupted', message);
  else if (name === 'MessageOutputLengthError' || name === 'ContextOverflowError') recorder.end('limit', message);
  else recorder.end('failed', message);
}
