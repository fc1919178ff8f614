import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { workspaceField } from '../runs/run-filter.ts';
import { EXPORT_MEDIA, ExportRequest, ExportResult, MAX_EXPORT_BYTES } from './export-request.ts';

export const receiveMetrics = defineOperation({
  id: 'receive_metrics',
  method: 'post',
  path: '/v1/metrics',
  tag: 'Telemetry',
  summary: 'Accept metrics over OTLP',
  description:
    'Accepted, so that an exporter does not report errors, and not stored: log records and spans contain the same numbers.',
  scope: 'write',
  query: z.strictObject({ ...workspaceField }),
  body: ExportRequest,
  consumes: EXPORT_MEDIA,
  max_body_bytes: MAX_EXPORT_BYTES,
  status: 200,
  answer: ExportResult,
  example: { body: { resourceMetrics: [] }, answer: {} },
});
