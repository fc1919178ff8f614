import type { Store } from '../store/store.ts';
import type { ClaimedRun } from '../worker/claim-run.ts';
import { readClaim } from '../worker/run-claimed.ts';
import type { Cluster } from './cluster.ts';
import { CLAIM_ANNOTATION } from './create-job.ts';

/**
 * The runs whose Jobs a lost worker left. Jobs of attempts that no longer hold their run are deleted; Jobs of other
 * databases are left alone.
 */
export async function listLeftRuns({ store, cluster }: { store: Store; cluster: Cluster }): Promise<ClaimedRun[]> {
  const left: ClaimedRun[] = [];
  for (const job of await cluster.listJobs()) {
    const claim = readAnnotation(job.metadata?.annotations?.[CLAIM_ANNOTATION]);
    if (claim === undefined) continue;
    const { organization_id, run_id } = claim.job;
    const run = await store.runs.find(organization_id, run_id);
    if (run === undefined) continue;
    if (run.status === 'running' && run.attempt === claim.attempt) left.push(claim);
    // a finished one deletes itself
    else if (run.status !== 'finished') await cluster.remove(job);
  }
  return left;
}

// anyone who may create Jobs can write it
function readAnnotation(text: string | undefined): ClaimedRun | undefined {
  try {
    return text === undefined ? undefined : readClaim(text);
  } catch {
    return undefined;
  }
}
