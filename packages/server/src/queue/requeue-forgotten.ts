import type { Store } from '../store/store.ts';
import type { JobQueue } from './job-queue.ts';

const AT_ONCE = 1_000;

/**
 * Creates jobs for unfinished runs without one, as after a database restore without the queue schema. Returns their
 * number.
 */
export async function requeueForgotten(store: Store, jobs: JobQueue): Promise<number> {
  return await store.transaction(async (tables) => {
    const forgotten = await tables.run_requests.listForgotten(AT_ONCE);
    if (forgotten.length > 0) await jobs.send(tables, forgotten);
    return forgotten.length;
  });
}
