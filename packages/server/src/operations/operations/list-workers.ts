import { listWorkers } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

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
