import { defineOperation } from '../operation.ts';
import { EXPORT_OPERATION } from './export-request.ts';

export const receiveLogs = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_logs',
  path: '/v1/logs',
  summary: 'Receive log records over OTLP',
  description:
    'Claude Code, Codex and Gemini CLI send their events here: `assay otel` prints the variables to set. The body is an export request of OTLP/HTTP, as JSON or Protocol Buffers, plain or compressed with gzip. Records are sorted by session; a session is graded when it has been silent for a while. A repeated request changes nothing. Records without a session are refused and counted in the answer.',
  example: { body: { resourceLogs: [] }, answer: {} },
});
