import { openSinks } from '../sinks/open-sinks.ts';
import type { ExecuteRunOptions } from './execute-run.ts';
import type { Executor } from './executor.ts';
import { findOffer, type OfferOptions, refreshOffer } from './find-offer.ts';
import { processJob } from './process-job.ts';
import { describeTrouble, type WorkerEvent } from './worker-event.ts';

export interface LocalExecutorOptions
  extends OfferOptions,
    Omit<ExecuteRunOptions, 'sandbox' | 'onStep' | 'onTrouble' | 'signal'> {
  readonly onEvent: (event: WorkerEvent) => void;
}

/**
 * Executes runs on this machine. Throws `sandbox_unavailable` if there is neither a sandbox nor a container engine,
 * because other workers may have one.
 */
export async function openLocalExecutor(options: LocalExecutorOptions): Promise<Executor> {
  const { sandbox, offer } = await findOffer(options);
  const sinks = openSinks({
    environment: options.host.environment,
    log: { write: (_level, _event, { problem }) => options.onEvent(describeTrouble(problem)) },
  });
  return {
    offer,
    refresh: () => refreshOffer(offer),
    listLeft: async () => [],
    process: (run, holding) => processJob(run, { ...options, ...holding, sandbox, sinks }),
    [Symbol.asyncDispose]: () => sinks[Symbol.asyncDispose](),
  };
}
