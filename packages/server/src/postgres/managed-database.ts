import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Cluster, locateCluster } from './cluster.ts';
import type { Database } from './database.ts';
import { enterDatabase } from './enter-database.ts';
import { type JoinedDatabase, joinRunning } from './join-running.ts';
import { acquireLock } from './lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';

export interface ManagedDatabaseOptions {
  /** The folder of Assay, such as `.assay`; the managed database is in its subfolder `db`. */
  readonly root: string;
  /** Called with a sentence about each slow step. */
  readonly onProgress?: (step: string) => void;
  /** Aborts opening; has no effect afterwards. */
  readonly signal?: AbortSignal;
}

const PAUSE_MS = 1_000;

/** Opens the managed database and stays a member until disposed. Members restart the database if it dies. */
export async function openManagedDatabase(options: ManagedDatabaseOptions): Promise<Database> {
  const { root, onProgress = () => {}, signal } = options;
  const cluster = locateCluster(root);
  let joined = await enterDatabase(cluster, { onProgress, signal });
  const leaving = new AbortController();
  const left = new Promise((resolve) => leaving.signal.addEventListener('abort', resolve));

  async function stay(): Promise<void> {
    for (;;) {
      await Promise.race([joined.lost, left]);
      // not restarted if its folder was removed
      if (leaving.signal.aborted || !existsSync(cluster.data)) return;
      onProgress('The database stopped; restarting it.');
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

/** Undefined if aborted before the database could be entered again. */
async function reenter(cluster: Cluster, options: ReenterOptions): Promise<JoinedDatabase | undefined> {
  while (!options.signal.aborted) {
    try {
      return await enterDatabase(cluster, options);
    } catch (error) {
      if (options.signal.aborted) break;
      options.onProgress(error instanceof Error ? error.message : String(error));
    }
    // the cause may go away, such as a full disk: retry until the last member leaves
    await Promise.race([sleep(PAUSE_MS), new Promise((resolve) => options.signal.addEventListener('abort', resolve))]);
  }
  return undefined;
}

/** Leaves the managed database and stops it if it has no other member. */
async function leaveDatabase(cluster: Cluster, joined: JoinedDatabase): Promise<void> {
  // a server whose folder was removed stops by itself
  if (!existsSync(cluster.data)) return joined.leave();
  using _ = await acquireLock(cluster.lock);
  for (let member: JoinedDatabase | undefined = joined; member !== undefined; member = await joinRunning(cluster)) {
    const last = await member.isLast();
    await member.leave();
    if (last) await stopPostmaster(cluster.data);
    // a lost connection says nothing about the server: join again and ask
    if (last !== undefined) return;
  }
}
