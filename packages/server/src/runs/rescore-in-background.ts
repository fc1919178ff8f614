import type { OrganizationId } from '@assay/schema';
import type { Services } from '../services/services.ts';
import { beginRescore, type RescoreProgress } from './rescore.ts';

type Underway = Map<string, RescoreProgress>;

const known = new WeakMap<Services['store'], Underway>();

/** Starts a rescore unless one of the same version is running here. Returns its progress. */
export function rescoreInBackground(
  { store, log, stopping }: Services,
  { organization_id, formula_version }: { organization_id: OrganizationId; formula_version: string },
): { begun: boolean; progress: RescoreProgress } {
  const underway: Underway = known.get(store) ?? new Map();
  known.set(store, underway);
  const name = `${organization_id} ${formula_version}`;
  const present = underway.get(name);
  if (present?.status === 'running') return { begun: false, progress: present };
  const { progress, done } = beginRescore({ store, organization_id, formula_version, signal: stopping });
  underway.set(name, progress);
  done.catch((error: unknown) => {
    // stored scores stay: the next request continues from there
    underway.delete(name);
    log.write('warn', 'rescore', { organization_id, formula_version, message: (error as Error).message });
  });
  return { begun: true, progress };
}
