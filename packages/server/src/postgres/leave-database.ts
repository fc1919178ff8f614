import { existsSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { type Joined, joinRunning } from './join-running.ts';
import { acquireLock } from './lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** Leaves our own database, and stops it if nobody else is in it. */
export async function leaveDatabase(cluster: Cluster, joined: Joined): Promise<void> {
  // a server whose folder was removed notices by itself
  if (!existsSync(cluster.data)) return joined.leave();
  using _ = await acquireLock(cluster.lock);
  for (let member: Joined | undefined = joined; member !== undefined; member = await joinRunning(cluster)) {
    const last = await member.isLast();
    await member.leave();
    if (last) await stopPostmaster(cluster.data);
    // a connection that died with a backend says nothing of the server: ask on another
    if (last !== undefined) return;
  }
}
