import type { WorkerLabels } from '@assay/schema/api';
import type { WorkerOffer } from '../store/tables/queue/workers.ts';
import type { Executor } from '../worker/executor.ts';
import { type WorkQueueOptions, workQueue } from '../worker/work-queue.ts';
import { describeTrouble } from '../worker/worker-event.ts';
import { openCluster } from './cluster.ts';
import type { JobSettings } from './create-job.ts';
import { listLeftRuns } from './list-left-runs.ts';
import { loadClient } from './load-client.ts';
import { processInCluster } from './process-in-cluster.ts';
import { readConfig } from './read-config.ts';

export interface KubernetesWorkerOptions extends WorkQueueOptions {
  /** A kubeconfig file; undefined for the usual one, or the service account of this pod. */
  readonly kubeconfig?: string | undefined;
  readonly settings: Omit<JobSettings, 'namespace'> & { readonly namespace?: string | undefined };
  readonly labels: WorkerLabels;
}

// nodes differ, so the scheduler of the cluster decides
const [CPUS, MEMORY_MB] = [256, 1024 * 1024];

/** Executes queued runs as Jobs of a Kubernetes cluster until told to stop. */
export async function runKubernetesWorker(options: KubernetesWorkerOptions): Promise<void> {
  const { store, onEvent, labels } = options;
  const client = await loadClient();
  const config = readConfig(client, options.kubeconfig);
  const context = config.getContextObject(config.getCurrentContext());
  const namespace = options.settings.namespace ?? context?.namespace ?? 'default';
  const settings: JobSettings = { ...options.settings, namespace };
  const offer: WorkerOffer = {
    sandbox: settings.sandbox,
    containers: 'none',
    images: [],
    cpus: CPUS,
    memory_mb: MEMORY_MB,
    labels: { ...labels, os: 'linux', executor: 'kubernetes' },
  };
  await using cluster = await openCluster({
    client,
    config,
    namespace,
    onTrouble: (error) => onEvent(describeTrouble(error)),
  });
  const executor: Executor = {
    offer,
    refresh: async () => offer,
    listLeft: () => listLeftRuns({ store, cluster }),
    process: (run, holding) => processInCluster(run, { ...holding, store, cluster, settings, onEvent }),
    [Symbol.asyncDispose]: async () => undefined,
  };
  await workQueue(executor, options);
}
