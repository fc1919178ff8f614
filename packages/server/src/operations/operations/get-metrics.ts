import { getMetrics } from '@assay/schema/api';
import { handleProbe } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';

export const getMetricsHandler = handleProbe(
  getMetrics,
  async ({ services }) => new Reply({ content: await services.metrics.render() }),
);
