import { existsSync } from 'node:fs';
import type { Cluster } from './cluster.ts';
import { type JoinedDatabase, joinRunning } from './join-running.ts';
import { acquireLock } from './lock.ts';
import { stopPostmaster } from './stop-postmaster.ts';

/** Leaves the managed database and stops it if it has no other member. */
export async function leaveDatabase(cluster: Cluster, joined: JoinedDatabase): Promise<void> {
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
