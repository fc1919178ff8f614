import { realpathSync } from 'node:fs';
import { Worker, type WorkerOptions } from 'node:worker_threads';

/** The word after `assay proxy` by which a thread of it knows that it looks at what goes by. */
export const INSPECTION = '--inspection-thread';
/** The word after `assay proxy` by which a thread of it knows that it passes on bytes. */
export const FORWARDING = '--forwarding-thread';

/** Starts a thread of the proxy: the same program, so that there is nothing else to be found, built or kept in step. */
export const startThread = (
  word: typeof INSPECTION | typeof FORWARDING,
  options: Pick<WorkerOptions, 'workerData' | 'transferList' | 'resourceLimits'>,
): Worker =>
  new Worker(realpathSync(process.argv[1] as string), {
    argv: ['proxy', word],
    // standard output is the client's
    stdout: true,
    ...options,
  });
