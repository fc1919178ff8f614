import { at, count, type Json, number, readTimestamp, text } from '@assay/schema/json';
import type { Recorder } from '../transcript-reader.ts';

/** Whether a person or a rule denied a call; `opencode run` denies everything that would need a question. */
export const isDenial = (part: Json): boolean =>
  at(part, 'state', 'status') === 'error' &&
  /^The user (rejected permission|has specified a rule which prevents)/.test(text(at(part, 'state', 'error')) ?? '');

/** Records a call and its result. A call that did not end has no result. */
export function recordTool(recorder: Recorder, part: Json, written: number | undefined): void {
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
  if (status === 'pending' || status === 'running') return;
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

/** Records the cost of a step; `costs` has the steps so far. */
export function recordCost(recorder: Recorder, costs: Map<string, number>, part: Json): void {
  const cost = number(at(part, 'cost')) ?? 0;
  // 0 means that the price is unknown, not that it is free
  if (cost <= 0) return;
  costs.set(keyOf(part), cost);
  recorder.cost([...costs.values()].reduce((sum, each) => sum + each, 0));
}

/** Records the tokens of a step. Its input excludes cached tokens, its output excludes reasoning. */
export function recordUsage(recorder: Recorder, part: Json): void {
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

/** Records how the last step so far ended. */
export function endStep(recorder: Recorder, part: Json, denied: number): void {
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

/** Records an error that ended the work. */
export function recordError(recorder: Recorder, error: Json, written: number | undefined): void {
  const name = text(at(error, 'name')) ?? 'an error';
  const message = text(at(error, 'data', 'message')) ?? name;
  const code = at(error, 'data', 'statusCode');
  const status = Number.isSafeInteger(code) ? { status: code as number } : {};
  recorder.entry({ type: 'error', text: message, ...status, ...readTimestamp(written) });
  if (name === 'MessageAbortedError') recorder.end('interrupted', message);
  else if (name === 'MessageOutputLengthError' || name === 'ContextOverflowError') recorder.end('limit', message);
  else recorder.end('failed', message);
}
