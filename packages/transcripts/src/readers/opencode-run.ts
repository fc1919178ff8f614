import { at, isObject, type Json, number, readTimestamp, text } from '@assay/schema/json';
import { defineReader } from '../transcript-reader.ts';
import { endStep, isDenial, recordCost, recordError, recordTool, recordUsage } from './opencode-parts.ts';

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
