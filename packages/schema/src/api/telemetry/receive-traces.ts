import { defineOperation } from '../operation.ts';
import { EXPORT_OPERATION } from './export-request.ts';

export const receiveTraces = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_traces',
  path: '/v1/traces',
  summary: 'Receive spans over OTLP',
  description: 'Like `POST /v1/logs`, for spans of Claude Code and for traces with the GenAI conventions.',
  example: { body: { resourceSpans: [] }, answer: {} },
});
