import { isManifest, type ProjectNames, readProjectNames } from '@assay/detect';
import type { RunEnvironment } from '../execute/run-environment.ts';

const LARGEST_MANIFEST = 1024 * 1024;
const MOST_MANIFESTS = 200;

/** The names of the project, from its baseline manifests and the source of its seed. */
export async function gatherNames({
  attempt,
  baseline,
  store,
}: Pick<RunEnvironment, 'attempt' | 'baseline' | 'store'>): Promise<ProjectNames> {
  const { workspace_seed: seed } = attempt.prepared.task.scenario;
  const manifests = new Map<string, string>();
  for (const [path, { kind, oid, size_bytes }] of baseline.files) {
    if (kind !== 'file' || size_bytes > LARGEST_MANIFEST || !isManifest(path)) continue;
    manifests.set(path, (await store.read(oid)).toString('utf8'));
    if (manifests.size === MOST_MANIFESTS) break;
  }
  return readProjectNames(manifests, typeof seed === 'object' && 'git' in seed ? seed.git : undefined);
}
