import type { OrganizationId, RunId } from '@assay/schema';
import type { Tables } from '../store/store.ts';
import { explainUnmet } from './match-needs.ts';

/** Why no worker takes a queued run; null if one can. */
export async function explainWaiting(
  { run_requests, workers }: Pick<Tables, 'run_requests' | 'workers'>,
  organization_id: OrganizationId,
  run_id: RunId,
): Promise<string | null> {
  const request = await run_requests.find(organization_id, run_id);
  return request === undefined ? null : explainUnmet(request.needs, await workers.listOffers());
}
