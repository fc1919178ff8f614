import type { V1ContainerStatus, V1Job, V1Pod } from '@kubernetes/client-node';
import { CONTAINER } from './create-job.ts';

/** How a Job ended, as far as it has. A failure is one of the cluster, never of the agent: that would be a result. */
export type JobEnd =
  | { readonly status: 'running' | 'succeeded' }
  | { readonly status: 'failed'; readonly problem: string };

/** Reasons for which a container waits that time does not cure. */
const HOPELESS: ReadonlySet<string> = new Set([
  'ImagePullBackOff',
  'ErrImageNeverPull',
  'InvalidImageName',
  'CreateContainerConfigError',
  'CreateContainerError',
  'RunContainerError',
]);

/** Reads the end of a Job from its conditions and those of its pods. */
export function describeJobEnd(job: V1Job, pods: readonly V1Pod[]): JobEnd {
  const conditions = job.status?.conditions?.filter(({ status }) => status === 'True') ?? [];
  if (conditions.some(({ type }) => type === 'Complete' || type === 'SuccessCriteriaMet'))
    return { status: 'succeeded' };
  const problem = pods.map(describePod).find((found) => found !== undefined);
  const failed = conditions.find(({ type }) => type === 'Failed' || type === 'FailureTarget');
  if (failed?.reason === 'DeadlineExceeded') {
    const { activeDeadlineSeconds } = job.spec ?? {};
    return { status: 'failed', problem: `the Job took longer than its deadline of ${activeDeadlineSeconds} s` };
  }
  if (problem !== undefined) return { status: 'failed', problem };
  if (failed === undefined) return { status: 'running' };
  return { status: 'failed', problem: `the Job failed: ${failed.message ?? failed.reason ?? 'no reason given'}` };
}

function describePod({ status }: V1Pod): string | undefined {
  if (status === undefined) return undefined;
  const disrupted = status.conditions?.find(({ type, status }) => type === 'DisruptionTarget' && status === 'True');
  if (status.phase === 'Failed' && (status.reason === 'Evicted' || disrupted !== undefined))
    return `the pod was evicted: ${status.message ?? disrupted?.message ?? disrupted?.reason ?? 'no reason given'}`;
  const container = status.containerStatuses?.find(({ name }) => name === CONTAINER);
  return container === undefined ? undefined : describeContainer(container);
}

function describeContainer({ state, image }: V1ContainerStatus): string | undefined {
  const { waiting, terminated } = state ?? {};
  if (waiting?.reason !== undefined && HOPELESS.has(waiting.reason))
    return `the container of ${image} does not start: ${waiting.message ?? waiting.reason}`;
  if (terminated === undefined || terminated.exitCode === 0) return undefined;
  if (terminated.reason === 'OOMKilled') return 'the pod ran out of memory';
  return `the worker in the pod exited with code ${terminated.exitCode}`;
}
