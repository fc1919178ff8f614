import { AssayError } from '@assay/schema';
import { getHealth, getMetrics, getReadiness, listWorkers } from '@assay/schema/api';
import { handle, handleProbe } from '../http/handle.ts';
import { Reply } from '../http/reply.ts';

export const getHealthHandler = handleProbe(getHealth, async () => ({ status: 'ok' as const }));

export const getMetricsHandler = handleProbe(
  getMetrics,
  async ({ services }) => new Reply({ content: await services.metrics.render() }),
);

export const getReadinessHandler = handleProbe(getReadiness, async ({ services }) => {
  if (services.stopping.aborted) {
    throw new AssayError('database_unavailable', 'the server is stopping');
  }
  await services.store.organizations.findFirst();
  return { status: 'ready' as const };
});

export const listWorkersHandler = handle(listWorkers, async ({ services: { store } }) => {
  const workers = await store.workers.list();
  // the names of images could be those of another organization
  return {
    items: workers.map(({ offer: { images, ...offer }, ...worker }) => ({
      ...worker,
      ...offer,
      images: images.length,
    })),
  };
});
