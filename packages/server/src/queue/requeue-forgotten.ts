import type { Store } from '../store/store.ts';
import type { JobQueue } from './job-queue.ts';

const AT_ONCE = 1_000;

/**
 * Gives runs a job again that have none though they are not over, as after a restore of the database without the schema
 * of the queue. How many there were.
 */
export async function requeueForgotten(store: Store, jobs: JobQueue): Promise<number> {
  return await store.transaction(async (tables) => {
    const forgotten = await tables.run_requests.listForgotten(AT_ONCE);
    if (forgotten.length > 0) await jobs.send(tables, forgotten);
    return forgotten.length;
  });
}
