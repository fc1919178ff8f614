import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { workspaceField } from '../runs/run-filter.ts';
import { EXPORT_MEDIA, ExportRequest, ExportResult, MAX_EXPORT_BYTES } from './export-request.ts';

export const receiveLogs = defineOperation({
  id: 'receive_logs',
  method: 'post',
  path: '/v1/logs',
  tag: 'Telemetry',
  summary: 'Receive log records over OTLP',
  description:
    'Claude Code, Codex and Gemini CLI send their events here: `assay otel` prints the variables to set. The body is an export request of OTLP/HTTP, as JSON or Protocol Buffers, plain or compressed with gzip. Records are sorted by session; a session is graded when it has been silent for a while. A repeated request changes nothing. Records without a session are refused and counted in the answer.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: ExportRequest,
  consumes: EXPORT_MEDIA,
  max_body_bytes: MAX_EXPORT_BYTES,
  status: 200,
  answer: ExportResult,
  example: { body: { resourceLogs: [] }, answer: {} },
});
