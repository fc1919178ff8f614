import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { AssayError, Comparison, ComparisonId, type OrganizationId, parse, type WorkspaceId } from '@assay/schema';
import { ComparisonPullRequest } from '@assay/schema/api';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';

export interface ComparisonImportOptions {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** The folder with the comparison files. */
  readonly comparisons: string;
  readonly signal: AbortSignal;
}

type Needed = Pick<Services, 'store' | 'log'>;

const NAME = /^(?<id>[^.]+)(?<what>\.pull-request)?\.json$/;

/**
 * Imports the comparisons in a folder and their pull requests, each once. Remembers what it imported, so a repeated
 * import costs one directory listing.
 */
export function createComparisonImport(services: Needed, options: ComparisonImportOptions): () => Promise<void> {
  const seen = new Set<string>();
  return async () => {
    const names = await readdir(options.comparisons).catch(() => []);
    // a comparison sorts before its pull request
    for (const name of names.toSorted()) {
      if (options.signal.aborted) break;
      const groups = NAME.exec(name)?.groups;
      const comparison_id = ComparisonId.safeParse(groups?.['id']).data;
      if (comparison_id === undefined || seen.has(name)) continue;
      const take = groups?.['what'] === undefined ? takeComparison : takePullRequest;
      await tellFaults(services, name, () => take(services, { ...options, name, comparison_id }));
      seen.add(name);
    }
  };
}

interface Taking extends ComparisonImportOptions {
  readonly name: string;
  readonly comparison_id: ComparisonId;
}

async function takeComparison({ store }: Needed, { comparison_id, ...taking }: Taking): Promise<void> {
  const { organization_id, workspace_id, comparisons, name } = taking;
  if ((await store.comparisons.find(organization_id, comparison_id)) !== undefined) return;
  const comparison = parse(Comparison, JSON.parse(await readFile(join(comparisons, name), 'utf8')));
  if (comparison.comparison_id !== comparison_id)
    throw new AssayError(
      'invalid_input',
      `expected the id ${comparison_id} in the file, found ${comparison.comparison_id}`,
    );
  await store.comparisons.keep(organization_id, { workspace_id, comparison });
}

// a pull request already stored here is newer than the file
async function takePullRequest({ store }: Needed, { comparison_id, ...taking }: Taking): Promise<void> {
  const { organization_id, comparisons, name } = taking;
  if ((await store.comparisons.find(organization_id, comparison_id))?.pull_request !== null) return;
  const pull_request = parse(ComparisonPullRequest, JSON.parse(await readFile(join(comparisons, name), 'utf8')));
  await store.comparisons.putPullRequest(organization_id, { comparison_id, pull_request });
}

// an unreadable file is logged once and does not block the others
async function tellFaults({ log }: Needed, file: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    if (isOutage(error)) throw error;
    log.write('warn', 'comparison_not_imported', {
      file,
      message: error instanceof Error ? error.message : String(error),
    });
  }
}
