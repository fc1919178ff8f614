import { at, count, isObject, type Json, list, number, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { withoutHeading } from './calls-in-text.ts';

const LIMITS = /exit_(cost|context|total_execution_time)/;

/**
 * SWE-agent's `.traj`: one document with the conversation, the steps and their results.
 * It has no timestamps and no exit codes. Commands without a tool call get ids by position.
 */
export const sweAgent = defineReader({
  format: 'swe-agent',
  title: 'SWE-agent trajectories',
  agent: 'swe-agent',
  recognizes: (record) =>
    isObject(record) &&
    Array.isArray(at(record, 'trajectory')) &&
    Array.isArray(at(record, 'history')) &&
    isObject(at(record, 'info')),

  open(recorder) {
    return {
      read(record) {
        identify(recorder, record);
        const history = list(at(record, 'history'));
        if (history.length > 0) readHistory(recorder, history);
        else readSteps(recorder, list(at(record, 'trajectory')));
        const attempts = list(at(record, 'attempts')).length;
        if (attempts > 1) recorder.warn(`there are ${attempts} attempts; only the chosen one was read`);
        readStats(recorder, at(record, 'info', 'model_stats'));
        readEnd(recorder, at(record, 'info', 'exit_status'));
      },
    };
  },
});

function identify(recorder: Recorder, record: Json): void {
  const agent_version = text(at(record, 'info', 'swe_agent_version'));
  // JSON text since 1.0, an object before
  const model = text(at(parseJson(at(record, 'replay_config')), 'agent', 'model', 'name'));
  recorder.identify({ ...(agent_version ? { agent_version } : {}), ...(model ? { model } : {}) });
}

function readHistory(recorder: Recorder, history: readonly Json[]): void {
  // tool uses without a result yet
  let open: string[] = [];
  history.forEach((item, index) => {
    // demonstrations are examples for the model, not actions of the agent
    if (at(item, 'is_demo') === true) return;
    const role = text(at(item, 'role')) ?? 'nothing';
    switch (role) {
      case 'system':
        recorder.entry({ type: 'system', text: flatten(at(item, 'content')) });
        return;
      case 'assistant':
        open = readTurn(recorder, item, index);
        return;
      case 'user':
      case 'tool':
        readAnswer(recorder, item, open);
        open = [];
        return;
      default:
        recorder.unknown(`message of ${role}`);
    }
  });
}

function readTurn(recorder: Recorder, item: Json, index: number): string[] {
  const said = text(at(item, 'thought')) || flatten(at(item, 'content'));
  if (said) recorder.entry({ type: 'assistant', text: said });
  const calls = list(at(item, 'tool_calls'));
  if (calls.length === 0) return readAction(recorder, at(item, 'action'), index);
  return calls.map((call, i) => {
    const tool_id = text(at(call, 'id')) ?? `turn ${index} call ${i}`;
    recorder.entry({
      type: 'tool_use',
      tool: text(at(call, 'function', 'name')) ?? 'unknown',
      tool_id,
      input: parseJson(at(call, 'function', 'arguments')),
    });
    return tool_id;
  });
}

function readAction(recorder: Recorder, action: Json, index: number): string[] {
  const command = text(action)?.trim();
  if (!command) return [];
  const tool_id = `turn ${index}`;
  recorder.entry({ type: 'tool_use', tool: 'bash', tool_id, input: { command } });
  return [tool_id];
}

function readAnswer(recorder: Recorder, item: Json, open: readonly string[]): void {
  const said = flatten(at(item, 'content'));
  const named = list(at(item, 'tool_call_ids')).filter((id) => typeof id === 'string');
  const ids = named.length > 0 ? named : open;
  if (ids.length === 0) recorder.entry({ type: 'user', text: said });
  // parallel calls are answered in one text, which counts once
  ids.forEach((tool_id, i) => {
    recorder.entry({
      type: 'tool_result',
      tool_id,
      text: i === 0 ? withoutHeading(said) : '',
      ...(i === 0 ? {} : { is_error: false }),
    });
  });
}

function readSteps(recorder: Recorder, steps: readonly Json[]): void {
  steps.forEach((step, index) => {
    const said = text(at(step, 'thought')) || text(at(step, 'response'));
    if (said) recorder.entry({ type: 'assistant', text: said });
    for (const tool_id of readAction(recorder, at(step, 'action'), index))
      recorder.entry({ type: 'tool_result', tool_id, text: text(at(step, 'observation')) ?? '' });
  });
}

function readStats(recorder: Recorder, stats: Json): void {
  // 0 means that price or tokens are unknown
  const cost = number(at(stats, 'instance_cost')) ?? 0;
  if (cost > 0) recorder.cost(cost);
  if (count(at(stats, 'tokens_sent')) === 0) return;
  recorder.totalUsage({
    input_tokens: count(at(stats, 'tokens_sent')),
    cached_input_tokens: 0,
    cache_write_input_tokens: 0,
    output_tokens: count(at(stats, 'tokens_received')),
  });
}

// after most errors the work so far is still submitted: `submitted (exit_cost)`
function readEnd(recorder: Recorder, status: Json): void {
  const said = text(status) ?? '';
  if (said === '') recorder.end('interrupted', 'the trajectory has no exit status');
  else if (LIMITS.test(said)) recorder.end('limit', said);
  else if (said === 'submitted' || said === 'exit_command') recorder.end('completed', said);
  else recorder.end('failed', said);
}

function parseJson(value: Json): Json {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value);
  } catch {
    // a model may write invalid JSON; keep the text
    return value;
  }
}

function flatten(content: Json): string {
  if (typeof content === 'string') return content;
  return list(content)
    .map((block) => text(at(block, 'text')) ?? `[${text(at(block, 'type')) ?? 'content'}]`)
    .join('\n');
}
