import { AssayError } from '@assay/schema';
import type { Informer, KubeConfig, KubernetesObject, ObjectCache, V1Job, V1Pod } from '@kubernetes/client-node';
import { CONTAINER, OWN_LABEL } from './create-job.ts';
import { describeJobEnd, type JobEnd } from './describe-job-end.ts';
import type { Client } from './load-client.ts';

/** The Jobs of workers in one namespace of a cluster. */
export interface Cluster extends AsyncDisposable {
  /** All Jobs of workers, finished or not. */
  listJobs(): Promise<V1Job[]>;
  /** Creates a Job; one that exists stays as it is. Waits while the API does not answer. */
  submit(job: V1Job, signal: AbortSignal): Promise<void>;
  /** Settles when a Job has ended or was deleted, or with `running` when aborted. */
  waitForEnd(job: V1Job, signal: AbortSignal): Promise<JobEnd>;
  /** The last lines that the pod of a Job printed; empty if there are none. */
  readLog(job: V1Job): Promise<string>;
  /** Deletes a Job with its pods, if it is still there. */
  remove(job: V1Job): Promise<void>;
}

export interface ClusterOptions {
  readonly client: Client;
  readonly config: KubeConfig;
  readonly namespace: string;
  readonly onTrouble: (error: unknown) => void;
}

const RETRY_MS = 2_000;
const LOG_LINES = 5;

/** Opens a cluster and watches the Jobs and pods of workers. */
export async function openCluster({ client, config, namespace, onTrouble }: ClusterOptions): Promise<Cluster> {
  const batch = config.makeApiClient(client.BatchV1Api);
  const core = config.makeApiClient(client.CoreV1Api);
  const own = { namespace, labelSelector: OWN_LABEL };
  // the first answer shows whether the cluster can be reached and the rights suffice
  await asked(batch.listNamespacedJob(own), `list Jobs in the namespace ${namespace}`);
  const jobs = client.makeInformer<V1Job>(
    config,
    `/apis/batch/v1/namespaces/${namespace}/jobs`,
    () => batch.listNamespacedJob(own),
    OWN_LABEL,
  );
  const pods = client.makeInformer<V1Pod>(
    config,
    `/api/v1/namespaces/${namespace}/pods`,
    () => core.listNamespacedPod(own),
    OWN_LABEL,
  );
  const watching = [keepWatching(jobs, onTrouble), keepWatching(pods, onTrouble)];
  const listPods = (job: V1Job): V1Pod[] => pods.list(namespace).filter((pod) => belongsTo(pod, job));
  const nameOf = (job: V1Job): string => job.metadata?.name ?? '';

  return {
    listJobs: async () => (await asked(batch.listNamespacedJob(own), 'list Jobs')).items,

    async submit(job, signal) {
      for (;;) {
        try {
          await batch.createNamespacedJob({ namespace, body: job });
          return;
        } catch (error) {
          const code = codeOf(error);
          if (code === CONFLICT) return;
          if (code !== undefined && code < SERVER_ERROR && code !== TOO_MANY)
            throw explain(error, `create the Job ${nameOf(job)}`);
          onTrouble(explain(error, `create the Job ${nameOf(job)}`));
          await pause(RETRY_MS, signal);
          signal.throwIfAborted();
        }
      }
    },

    waitForEnd: (job, signal) =>
      new Promise((resolve) => {
        const finish = (end: JobEnd): void => {
          jobs.off('change', look);
          pods.off('change', look);
          jobs.off('delete', lose);
          signal.removeEventListener('abort', stop);
          clearTimeout(timer);
          resolve(end);
        };
        const look = (): void => {
          const known = jobs.get(nameOf(job), namespace);
          if (known === undefined) return;
          const end = describeJobEnd(known, listPods(job));
          if (end.status !== 'running') finish(end);
        };
        const lose = (deleted: V1Job): void => {
          if (nameOf(deleted) === nameOf(job)) finish({ status: 'failed', problem: 'the Job was deleted' });
        };
        const stop = (): void => finish({ status: 'running' });
        // a Job that was deleted before any watch saw it has no end
        const lost = { status: 'failed', problem: 'the Job is not in the cluster' } as const;
        const timer = setTimeout(() => finish(lost), patience(job));
        jobs.on('change', look);
        pods.on('change', look);
        jobs.on('delete', lose);
        signal.addEventListener('abort', stop, { once: true });
        if (signal.aborted) stop();
        else look();
      }),

    async readLog(job) {
      const name = listPods(job)[0]?.metadata?.name;
      if (name === undefined) return '';
      // a container that never started has none
      return await core
        .readNamespacedPodLog({ name, namespace, container: CONTAINER, tailLines: LOG_LINES })
        .catch(() => '');
    },

    async remove(job) {
      await batch
        .deleteNamespacedJob({ name: nameOf(job), namespace, propagationPolicy: 'Background' })
        .catch((error: unknown) => {
          if (codeOf(error) !== NOT_FOUND) throw explain(error, `delete the Job ${nameOf(job)}`);
        });
    },

    async [Symbol.asyncDispose]() {
      for (const stop of watching) await stop();
    },
  };
}

const [NOT_FOUND, CONFLICT, TOO_MANY, SERVER_ERROR] = [404, 409, 429, 500];

/** Keeps a watch going through errors; what changed meanwhile is listed again. Returns how to stop. */
function keepWatching<T extends KubernetesObject>(
  informer: Informer<T> & ObjectCache<T>,
  onTrouble: (error: unknown) => void,
): () => Promise<void> {
  const closing = new AbortController();
  informer.on('error', (error: unknown) => {
    if (closing.signal.aborted) return;
    onTrouble(explain(error, 'watch the cluster'));
    void pause(RETRY_MS, closing.signal).then(() => {
      if (!closing.signal.aborted) void informer.start();
    });
  });
  void informer.start();
  return async () => {
    closing.abort();
    await informer.stop();
  };
}

const [GRACE_MS, LONGEST_TIMER_MS] = [120_000, 2 ** 31 - 1];
const patience = ({ spec }: V1Job): number =>
  Math.min((spec?.activeDeadlineSeconds ?? 0) * 1000 + GRACE_MS, LONGEST_TIMER_MS);

// the labels of a Job are those of its pods
const belongsTo = (pod: V1Pod, job: V1Job): boolean =>
  ['assay.dev/run-id', 'assay.dev/attempt'].every(
    (label) => pod.metadata?.labels?.[label] === job.metadata?.labels?.[label],
  );

async function asked<Answer>(asking: Promise<Answer>, what: string): Promise<Answer> {
  try {
    return await asking;
  } catch (error) {
    throw explain(error, what);
  }
}

function codeOf(error: unknown): number | undefined {
  const code = error instanceof Error && 'code' in error ? error.code : undefined;
  return typeof code === 'number' ? code : undefined;
}

// the client puts the whole answer into its message
function explain(error: unknown, what: string): AssayError {
  const code = codeOf(error);
  const text = error instanceof Error && 'body' in error ? String(error.body) : '';
  const [, message = error instanceof Error ? error.message : String(error)] =
    /"message":"((?:[^"\\]|\\.)*)"/.exec(text) ?? [];
  const status = code === undefined ? '' : ` (${code})`;
  return new AssayError('sandbox_unavailable', `Cannot ${what}: ${message}${status}`, { cause: error });
}

function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    function done(): void {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
    if (signal.aborted) done();
  });
}
