import { getMetrics } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';

export const getMetricsHandler = handleOpenly(
  getMetrics,
  async ({ services }) => new Reply({ content: services.metrics.render() }),
);
