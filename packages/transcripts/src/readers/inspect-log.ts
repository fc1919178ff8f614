import type { Usage } from '@assay/schema';
import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, markFailure, type Recorder } from '../transcript-reader.ts';

const STATUSES = new Set(['started', 'success', 'cancelled', 'error']);

/**
 * An Inspect log: one document with all samples of an evaluation, or a `.eval`, which is unpacked to one. A transcript is one run, so only the first
 * sample is read. Messages have the content, events the timestamps.
 */
export const inspectLog = defineReader({
  format: 'inspect-log',
  title: 'Inspect logs',
  agent: 'inspect',
  recognizes: (record) =>
    isObject(record) &&
    STATUSES.has(text(at(record, 'status')) ?? '') &&
    number(at(record, 'version')) !== undefined &&
    text(at(record, 'eval', 'task')) !== undefined,

  open(recorder) {
    return {
      read(log) {
        const samples = list(at(log, 'samples'));
        const [sample] = samples;
        if (samples.length === 0) recorder.warn('the log has no samples');
        const others = samples.length - 1 + count(at(log, 'other_samples'));
        if (others > 0) recorder.warn(`${others} further samples of the log were skipped`);
        identify(recorder, log, sample);
        const reading = { recorder, times: timesOf(at(sample, 'events')), attachments: at(sample, 'attachments') };
        const messages = list(at(sample, 'messages'));
        for (const message of messages) readMessage(reading, message);
        readUsage(recorder, log, sample);
        readEnd(recorder, log, sample);
      },
    };
  },
});

interface Reading {
  readonly recorder: Recorder;
  readonly times: Times;
  /** Long texts, stored once and referenced. */
  readonly attachments: Json;
}

interface Times {
  /** When each message of the model was complete. */
  readonly said: Map<string, string>;
  readonly called: Map<string, string>;
  readonly returned: Map<string, string>;
}

function identify(recorder: Recorder, log: Json, sample: Json): void {
  const model = text(at(log, 'eval', 'model'));
  const agent_version = text(at(log, 'eval', 'packages', 'inspect_ai'));
  const session_id = text(at(sample, 'uuid')) ?? text(at(log, 'eval', 'run_id'));
  recorder.identify({
    ...(model ? { model } : {}),
    ...(agent_version ? { agent_version } : {}),
    ...(session_id ? { session_id } : {}),
  });
}

function timesOf(events: Json): Times {
  const times: Times = { said: new Map(), called: new Map(), returned: new Map() };
  const note = (map: Map<string, string>, id: Json, time: Json) => {
    if (typeof id === 'string' && typeof time === 'string') map.set(id, time);
  };
  for (const event of list(events)) {
    const [start, end] = [at(event, 'timestamp'), at(event, 'completed')];
    if (at(event, 'event') === 'model')
      note(times.said, at(event, 'output', 'choices', 0, 'message', 'id'), end ?? start);
    if (at(event, 'event') !== 'tool') continue;
    note(times.called, at(event, 'id'), start);
    note(times.returned, at(event, 'id'), end);
  }
  return times;
}

const when = (time: string | undefined): { at?: string } => (time === undefined ? {} : { at: time });

function readMessage(reading: Reading, message: Json): void {
  const { recorder, times } = reading;
  const role = text(at(message, 'role')) ?? 'nothing';
  switch (role) {
    case 'system':
    case 'user':
      recorder.entry({ type: role, text: flatten(reading, at(message, 'content')) });
      return;
    case 'assistant':
      readAnswer(reading, message);
      return;
    case 'tool': {
      const tool_id = text(at(message, 'tool_call_id')) ?? null;
      const said = flatten(reading, at(message, 'content'));
      recorder.entry({
        type: 'tool_result',
        tool_id,
        text: said || text(at(message, 'error', 'message')) || '',
        ...markFailure(isObject(at(message, 'error'))),
        ...when(times.returned.get(tool_id ?? '')),
      });
      return;
    }
    default:
      recorder.unknown(`message of ${role}`);
  }
}

function readAnswer(reading: Reading, message: Json): void {
  const { recorder, times } = reading;
  const said = flatten(reading, at(message, 'content'));
  if (said) recorder.entry({ type: 'assistant', text: said, ...when(times.said.get(text(at(message, 'id')) ?? '')) });
  for (const call of list(at(message, 'tool_calls'))) {
    const tool_id = text(at(call, 'id')) ?? null;
    recorder.entry({
      type: 'tool_use',
      tool: text(at(call, 'function')) ?? 'unknown',
      tool_id,
      input: at(call, 'arguments'),
      ...when(times.called.get(tool_id ?? '')),
    });
  }
}

const MEDIA = new Set(['image', 'audio', 'video', 'document', 'data', 'tool_use']);

function flatten(reading: Reading, content: Json): string {
  if (typeof content === 'string') return resolve(reading, content);
  return list(content)
    .map((block) => {
      const type = text(at(block, 'type')) ?? 'nothing';
      if (type === 'text') return resolve(reading, text(at(block, 'text')) ?? '');
      if (type === 'reasoning') return resolve(reading, text(at(block, 'reasoning')) ?? '');
      if (!MEDIA.has(type)) reading.recorder.unknown(`content ${type}`);
      return `[${type}]`;
    })
    .join('\n');
}

const ATTACHED = /^attachment:\/\/(\w+)$/;

const resolve = ({ attachments }: Reading, said: string): string =>
  text(at(attachments, ATTACHED.exec(said)?.[1] ?? '')) ?? said;

function readUsage(recorder: Recorder, log: Json, sample: Json): void {
  // usage of the whole log equals that of the sample if there is only one
  const whole = list(at(log, 'samples')).length === 1 ? at(log, 'stats', 'model_usage') : undefined;
  const own = at(sample, 'model_usage');
  const models = Object.entries(isObject(own) && Object.keys(own).length > 0 ? own : isObject(whole) ? whole : {});
  // other models are graders and helpers of the task, not the agent
  const main = models.find(([name]) => name === text(at(log, 'eval', 'model'))) ?? models[0];
  if (main === undefined) return;
  if (models.length > 1) recorder.warn(`the tokens of ${models.length - 1} other models are not counted`);
  const usage = usageOf(main[1]);
  if (usage) recorder.totalUsage(usage);
  const cost = number(at(main[1], 'total_cost'));
  if (cost !== undefined && cost >= 0) recorder.cost(cost);
}

// three separate kinds of input
function usageOf(usage: Json): Usage | undefined {
  if (number(at(usage, 'input_tokens')) === undefined) return undefined;
  const read = count(at(usage, 'input_tokens_cache_read'));
  const written = count(at(usage, 'input_tokens_cache_write'));
  return {
    input_tokens: count(at(usage, 'input_tokens')) + read + written,
    cached_input_tokens: read,
    cache_write_input_tokens: written,
    output_tokens: count(at(usage, 'output_tokens')),
  };
}

// the error of the sample counts before that of the evaluation, which other samples may have caused
function readEnd(recorder: Recorder, log: Json, sample: Json): void {
  const failure = text(at(sample, 'error', 'message'));
  const limit = text(at(sample, 'limit', 'type'));
  const refused = list(at(sample, 'messages')).filter((message) => at(message, 'error', 'type') === 'approval').length;
  const done = at(log, 'status') === 'success' || isObject(at(sample, 'scores'));
  if (failure !== undefined) recorder.end('failed', failure);
  else if (limit === 'operator') recorder.end('interrupted', 'the operator stopped the sample');
  else if (limit !== undefined)
    recorder.end('limit', `limit of ${limit}: ${number(at(sample, 'limit', 'limit')) ?? '?'}`);
  else if (done && refused > 0) recorder.end('denied', `${refused} tool uses were denied`);
  else if (done) recorder.end('completed', 'the sample completed');
  else if (at(log, 'status') === 'error') recorder.end('failed', text(at(log, 'error', 'message')) ?? 'an error');
  else recorder.end('interrupted', `the log status is ${text(at(log, 'status')) ?? 'nothing'}`);
}
