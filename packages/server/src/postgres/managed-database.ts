import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, locateCluster } from './cluster.ts';
import type { Database } from './database.ts';
import { enterDatabase } from './enter-database.ts';
import type { Joined } from './join-running.ts';
import { leaveDatabase } from './leave-database.ts';

export interface ManagedDatabaseOptions {
  /** The folder of Assay, such as `.assay`; our own database lives in `db` below it. */
  readonly root: string;
  /** Told, in a sentence, what takes its time. */
  readonly onProgress?: (step: string) => void;
  /** Gives up opening; what is open stays so. */
  readonly signal?: AbortSignal;
}

const PAUSE_MS = 1_000;

/** Opens our own database, and stays in it until it is left: whoever is in it when it dies starts it again. */
export async function openManagedDatabase(options: ManagedDatabaseOptions): Promise<Database> {
  const { root, onProgress = () => {}, signal } = options;
  const cluster = locateCluster(root);
  let joined = await enterDatabase(cluster, { onProgress, signal });
  const leaving = new AbortController();
  const left = new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));

  async function stay(): Promise<void> {
    for (;;) {
      await Promise.race([joined.lost, left]);
      // without its folder it is not ours to make again
      if (leaving.signal.aborted || !existsSync(cluster.data)) return;
      onProgress('The database is gone; starting it again.');
      joined = (await reenter(cluster, { onProgress, signal: leaving.signal })) ?? joined;
    }
  }

  const staying = stay();
  return {
    get url() {
      return joined.url;
    },
    managed: true,
    [Symbol.asyncDispose]: async () => {
      if (leaving.signal.aborted) return;
      leaving.abort();
      await staying;
      await leaveDatabase(cluster, joined);
    },
  };
}

interface ReenterOptions {
  readonly onProgress: (step: string) => void;
  readonly signal: AbortSignal;
}

/** Undefined if it was left before it could be entered again. */
async function reenter(cluster: Cluster, options: ReenterOptions): Promise<Joined | undefined> {
  while (!options.signal.aborted) {
    try {
      return await enterDatabase(cluster, options);
    } catch (error) {
      if (options.signal.aborted) break;
      options.onProgress(error instanceof Error ? error.message : String(error));
    }
    // a full disk may be emptied: as long as anyone is in here, it is worth another try
    await Promise.race([sleep(PAUSE_MS), new Promise((resolve) => options.signal.addEventListener('abort', resolve))]);
  }
  return undefined;
}
