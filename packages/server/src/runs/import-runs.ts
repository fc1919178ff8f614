import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type OrganizationId, RunId, type WorkspaceId } from '@assay/schema';
import { unpackOnThread } from '../archives/unpack-on-thread.ts';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';
import { submitRun } from './submit-run.ts';

export interface ImportOptions {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** The folder with the run folders. */
  readonly runs: string;
  readonly signal: AbortSignal;
}

/** Imports the runs in a folder, each once. Returns how many were imported. */
export type ImportRuns = () => Promise<number>;

/** Remembers what it imported, so a repeated import costs one directory listing. */
export function createRunImport(services: Pick<Services, 'store' | 'now' | 'log'>, options: ImportOptions): ImportRuns {
  const { organization_id, runs, signal } = options;
  const seen = new Set<string>();
  return async () => {
    const names = await readdir(runs).catch(() => []);
    const found = names.filter((name) => RunId.safeParse(name).success && !seen.has(name)).toSorted();
    let taken = 0;
    for (const name of found) {
      if (signal.aborted) break;
      const run_id = RunId.parse(name);
      if ((await services.store.runs.find(organization_id, run_id)) === undefined) {
        taken += await take(services, { ...options, name });
      }
      seen.add(name);
    }
    return taken;
  };
}

// an unreadable folder is logged once and does not block the others
async function take(
  services: Pick<Services, 'store' | 'now' | 'log'>,
  { organization_id, workspace_id, runs, signal, name }: ImportOptions & { name: string },
): Promise<number> {
  try {
    await submitRun(services, {
      organization_id,
      workspace_id,
      signal,
      keep: (write) => write(services),
      unpack: (into) =>
        unpackOnThread(organization_id, { submitted: { folder: join(runs, name) }, layout: 'run', into }, signal),
    });
    return 1;
  } catch (error) {
    if (isOutage(error)) throw error;
    services.log.write('warn', 'run_not_imported', {
      run_id: name,
      message: error instanceof Error ? error.message : String(error),
    });
    return 0;
  }
}
