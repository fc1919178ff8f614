import { receiveMetrics } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { answerExport } from '../../otlp/answer-export.ts';

export const receiveMetricsHandler = handleInSteps(receiveMetrics, async ({ headers }) => answerExport(headers, null), {
  own_idempotency: true,
});
