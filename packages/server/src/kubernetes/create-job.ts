import type { V1EnvFromSource, V1Job, V1PodSpec } from '@kubernetes/client-node';
import type { ClaimedRun } from '../worker/claim-run.ts';

/** How pods run in a cluster, chosen by the operator. */
export interface JobSettings {
  readonly namespace: string;
  /** An image with Assay, the agents and the tools that the tasks need. */
  readonly image: string;
  /** A Secret whose keys become environment variables: `DATABASE_URL`, and keys of model services. */
  readonly secret: string;
  /** `bwrap` isolates the agent from the worker in its pod; `local` only from other pods. */
  readonly sandbox: 'bwrap' | 'local';
  /** Passed on to the worker in the pod. */
  readonly arguments: readonly string[];
}

/** A claimed run and the limits of its scenario. */
export interface JobRun {
  readonly claim: ClaimedRun;
  readonly limits: {
    readonly wall_s: number;
    readonly cpus: number;
    readonly memory_mb: number;
    readonly disk_mb: number;
  };
}

/** Finds all Jobs of workers. */
export const OWN_LABEL = 'app.kubernetes.io/managed-by=assay-worker';
export const CLAIM_ANNOTATION = 'assay.dev/claim';
const CLAIM_VARIABLE = 'ASSAY_CLAIM';
/** The container of the run in its pod. */
export const CONTAINER = 'run';

const USER = 10_001;
// finished Jobs stay this long, for people who want to see them
const KEEP_S = 600;
// for pulling the image, preparing and grading
const EXTRA_S = 1_800;
// for the worker itself, beside the agent
const [EXTRA_CPUS, EXTRA_MB] = [0.25, 512];

/** The Job of one attempt at a run. */
export function createJob({ claim, limits }: JobRun, settings: JobSettings): V1Job {
  const labels = {
    'app.kubernetes.io/name': 'assay',
    'app.kubernetes.io/component': 'run',
    'app.kubernetes.io/managed-by': 'assay-worker',
    'assay.dev/run-id': claim.job.run_id,
    'assay.dev/attempt': String(claim.attempt),
  };
  return {
    apiVersion: 'batch/v1',
    kind: 'Job',
    metadata: {
      name: nameJob(claim),
      namespace: settings.namespace,
      labels,
      annotations: { [CLAIM_ANNOTATION]: JSON.stringify(claim) },
    },
    spec: {
      // the queue decides about other attempts
      backoffLimit: 0,
      // an agent may use up its time in each of two tries
      activeDeadlineSeconds: 2 * Math.ceil(limits.wall_s) + EXTRA_S,
      ttlSecondsAfterFinished: KEEP_S,
      template: { metadata: { labels }, spec: createPod({ claim, limits }, settings) },
    },
  };
}

/** The name of a Job: a second one for the same attempt is refused. */
const nameJob = ({ job, attempt }: ClaimedRun): string => `assay-${job.run_id.replace('_', '-')}-${attempt}`;

function createPod({ claim, limits }: JobRun, settings: JobSettings): V1PodSpec {
  const resources = {
    cpu: `${Math.ceil((limits.cpus + EXTRA_CPUS) * 1000)}m`,
    memory: `${limits.memory_mb + EXTRA_MB}Mi`,
    'ephemeral-storage': `${2 * limits.disk_mb}Mi`,
  };
  const secret: V1EnvFromSource = { secretRef: { name: settings.secret } };
  // bwrap creates namespaces, which the usual profile forbids; in a user namespace of the pod that is harmless
  const nested = settings.sandbox === 'bwrap';
  return {
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    ...(nested ? { hostUsers: false } : {}),
    securityContext: {
      runAsNonRoot: true,
      runAsUser: USER,
      runAsGroup: USER,
      fsGroup: USER,
      seccompProfile: { type: nested ? 'Unconfined' : 'RuntimeDefault' },
    },
    containers: [
      {
        name: CONTAINER,
        image: settings.image,
        args: ['worker', '--claimed', '--json', '--sandbox', settings.sandbox, ...settings.arguments],
        workingDir: '/tmp',
        env: [
          { name: CLAIM_VARIABLE, value: JSON.stringify(claim) },
          { name: 'HOME', value: '/tmp' },
        ],
        envFrom: [secret],
        resources: { requests: resources, limits: resources },
        securityContext: {
          allowPrivilegeEscalation: false,
          readOnlyRootFilesystem: true,
          capabilities: { drop: ['ALL'] },
          ...(nested ? { procMount: 'Unmasked' } : {}),
        },
        volumeMounts: [{ name: 'tmp', mountPath: '/tmp' }],
      },
    ],
    volumes: [{ name: 'tmp', emptyDir: { sizeLimit: `${2 * limits.disk_mb}Mi` } }],
  };
}
