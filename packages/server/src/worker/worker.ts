import { type LocalExecutorOptions, openLocalExecutor } from './local-executor.ts';
import { type WorkQueueOptions, workQueue } from './work-queue.ts';

export type WorkerOptions = LocalExecutorOptions & WorkQueueOptions;

/** Executes queued runs on this machine until told to stop. */
export async function runWorker(options: WorkerOptions): Promise<void> {
  await using executor = await openLocalExecutor(options);
  await workQueue(executor, options);
}
