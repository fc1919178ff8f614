import { AssayError } from '@assay/schema';
import { getReadiness } from '@assay/schema/api';
import { handleProbe } from '../../http/handle.ts';

export const getReadinessHandler = handleProbe(getReadiness, async ({ services }) => {
  if (services.stopping.aborted) {
    throw new AssayError('database_unavailable', 'the server is stopping');
  }
  await services.store.organizations.findFirst();
  return { status: 'ready' as const };
});
