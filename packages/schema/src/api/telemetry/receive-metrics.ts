import { defineOperation } from '../operation.ts';
import { EXPORT_OPERATION } from './export-request.ts';

export const receiveMetrics = defineOperation({
  ...EXPORT_OPERATION,
  id: 'receive_metrics',
  path: '/v1/metrics',
  summary: 'Accept metrics over OTLP',
  description:
    'Accepted, so that an exporter does not report errors, and not stored: log records and spans contain the same numbers.',
  example: { body: { resourceMetrics: [] }, answer: {} },
});
