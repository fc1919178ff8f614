import { at, isObject, type Json, list, number, readTimestamp, text } from '@assay/schema/json';
import { defineReader, type Recorder } from '../transcript-reader.ts';
import { endStep, isDenial, recordCost, recordError, recordTool, recordUsage } from './opencode-parts.ts';

// what opencode notes about its own work
const NOTES = new Set<Json>(['snapshot', 'patch', 'agent', 'retry', 'compaction', 'subtask', 'file']);

/**
 * What `opencode export` writes: one document with every message and its parts. The work of a sub-agent is a session of
 * its own, which is exported separately. Timestamps are in milliseconds.
 */
export const opencodeSession = defineReader({
  format: 'opencode-session',
  title: 'opencode sessions (`opencode export`)',
  agent: 'opencode',
  recognizes: (record) =>
    isObject(at(record, 'info')) &&
    at(record, 'info', 'projectID') !== undefined &&
    Array.isArray(at(record, 'messages')),

  open(recorder) {
    const progress: Progress = { costs: new Map(), denied: 0, delegated: 0 };
    return {
      read(record) {
        const info = at(record, 'info');
        const [session_id, agent_version] = [text(at(info, 'id')), text(at(info, 'version'))];
        recorder.identify({ ...(session_id ? { session_id } : {}), ...(agent_version ? { agent_version } : {}) });
        for (const message of list(at(record, 'messages'))) readMessage(recorder, message, progress);
      },
      end() {
        const { delegated } = progress;
        const calls = delegated === 1 ? '1 call of a sub-agent' : `${delegated} calls of sub-agents`;
        if (delegated > 0)
          recorder.warn(`${calls}: their work is in other sessions, which opencode exports separately`);
      },
    };
  },
});

interface Progress {
  readonly costs: Map<string, number>;
  denied: number;
  delegated: number;
}

function readMessage(recorder: Recorder, message: Json, progress: Progress): void {
  const info = at(message, 'info');
  const written = number(at(info, 'time', 'created'));
  const role = text(at(info, 'role'));
  const model = text(at(info, 'modelID'));
  if (model) recorder.identify({ model });
  // the person went on after what was denied
  if (role === 'user') progress.denied = 0;
  if (role === 'assistant') recorder.end('interrupted', 'the session stops during an answer');
  for (const part of list(at(message, 'parts'))) {
    if (role === 'user') readPrompt(recorder, part, written);
    else if (role === 'assistant') readPart(recorder, part, { written, progress });
    else recorder.unknown(`message of ${role ?? 'nobody'}`);
  }
  const error = at(info, 'error');
  if (isObject(error)) recordError(recorder, error, number(at(info, 'time', 'completed')) ?? written);
}

// opencode adds its own texts to a prompt, such as the files that it names
function readPrompt(recorder: Recorder, part: Json, written: number | undefined): void {
  const type = text(at(part, 'type')) ?? 'nothing';
  if (type !== 'text') {
    if (!NOTES.has(type)) recorder.unknown(`part ${type}`);
  } else if (at(part, 'synthetic') !== true && at(part, 'ignored') !== true)
    recorder.entry({ type: 'user', text: text(at(part, 'text')) ?? '', ...readTimestamp(written) });
}

function readPart(
  recorder: Recorder,
  part: Json,
  { written, progress }: { readonly written: number | undefined; readonly progress: Progress },
): void {
  const type = text(at(part, 'type')) ?? 'nothing';
  switch (type) {
    case 'text':
    case 'reasoning':
      recorder.entry({
        type: 'assistant',
        text: text(at(part, 'text')) ?? '',
        ...readTimestamp(number(at(part, 'time', 'start')) ?? written),
      });
      break;
    case 'tool':
      if (isDenial(part)) progress.denied++;
      if (at(part, 'tool') === 'task') progress.delegated++;
      recordTool(recorder, part, written);
      break;
    case 'step-start':
      recorder.end('interrupted', 'the session stops during a step');
      break;
    case 'step-finish':
      recordCost(recorder, progress.costs, part);
      recordUsage(recorder, part);
      endStep(recorder, part, progress.denied);
      break;
    default:
      if (!NOTES.has(type)) recorder.unknown(`part ${type}`);
  }
}
