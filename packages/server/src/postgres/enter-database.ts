import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '@assay/harness';
import type { Cluster } from './cluster.ts';
import { createCluster } from './create-cluster.ts';
import { chooseIdentity } from './identity.ts';
import { type JoinedDatabase, joinRunning } from './join-running.ts';
import { acquireLock } from './lock.ts';
import { findPrograms } from './programs.ts';
import { startPostmaster } from './start-postmaster.ts';
import { explainFailure } from './unavailable.ts';

interface EnterOptions {
  readonly onProgress: (step: string) => void;
  readonly signal: AbortSignal | undefined;
}

/** Joins the managed database; creates and starts it first if it is not running. */
export async function enterDatabase(cluster: Cluster, { onProgress, signal }: EnterOptions): Promise<JoinedDatabase> {
  try {
    await makeFolder(cluster.folder);
    await chmod(cluster.folder, 0o700);
    await hideFromGit(cluster.folder);
    using _ = await acquireLock(cluster.lock, signal);
    let isOwn = false;
    for (;;) {
      // one that was started here needs a member to stop it, also if this process has to stop
      const joined = await joinRunning(cluster, isOwn ? undefined : signal);
      if (joined !== undefined) return joined;
      const programs = await findPrograms(cluster.folder);
      const identity = await chooseIdentity(cluster.folder);
      await createCluster(cluster, { programs, identity, onProgress, signal });
      onProgress('Starting the database.');
      await startPostmaster(cluster, { programs, identity, signal });
      isOwn = true;
    }
  } catch (cause) {
    signal?.throwIfAborted();
    throw explainFailure('opening the database', cluster.folder, cause);
  }
}

/** It has keys and the evidence of runs and sessions, and is often in a repository. */
async function hideFromGit(folder: string): Promise<void> {
  await writeFile(join(folder, '.gitignore'), '*\n', { flag: 'wx' }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
  });
}
