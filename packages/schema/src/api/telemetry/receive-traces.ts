import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { workspaceField } from '../runs/run-filter.ts';
import { EXPORT_MEDIA, ExportRequest, ExportResult, MAX_EXPORT_BYTES } from './export-request.ts';

export const receiveTraces = defineOperation({
  id: 'receive_traces',
  method: 'post',
  path: '/v1/traces',
  tag: 'Telemetry',
  summary: 'Receive spans over OTLP',
  description: 'Like `POST /v1/logs`, for spans of Claude Code and for traces with the GenAI conventions.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: ExportRequest,
  consumes: EXPORT_MEDIA,
  max_body_bytes: MAX_EXPORT_BYTES,
  status: 200,
  answer: ExportResult,
  example: { body: { resourceSpans: [] }, answer: {} },
});
