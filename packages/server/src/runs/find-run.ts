import { AssayError, type OrganizationId, type RunId } from '@assay/schema';
import type { Tables } from '../store/store.ts';
import type { StoredRun } from '../store/tables/runs/stored-run.ts';

/** A run of the organization. Runs of others count as missing. */
export async function findRun(
  { runs }: Pick<Tables, 'runs'>,
  organization_id: OrganizationId,
  run_id: RunId,
): Promise<StoredRun> {
  const run = await runs.find(organization_id, run_id);
  if (run === undefined) throw new AssayError('run_not_found', `There is no run ${run_id}`);
  return run;
}
