import type { V1Job, V1Pod } from '@kubernetes/client-node';
import { expect, test } from 'vitest';
import { describeJobEnd } from './describe-job-end.ts';

const job = (...conditions: { type: string; reason?: string; message?: string; status?: string }[]): V1Job => ({
  spec: { activeDeadlineSeconds: 60, template: {} },
  status: { conditions: conditions.map((condition) => ({ status: 'True', ...condition })) },
});
const pod = (state: object, status: object = {}): V1Pod => ({
  status: {
    phase: 'Pending',
    containerStatuses: [{ name: 'run', image: 'x:1', imageID: '', ready: false, restartCount: 0, state }],
    ...status,
  },
});
const exit = (exitCode: number, reason = 'Error') => pod({ terminated: { exitCode, reason } }, { phase: 'Failed' });
const wait = (reason: string, message?: string) => pod({ waiting: { reason, ...(message && { message }) } });

test.each([
  { why: 'nothing yet', job: {}, pods: [], end: 'running' },
  { why: 'a pod that starts', job: job(), pods: [wait('ContainerCreating')], end: 'running' },
  { why: 'a first failed pull, which is retried', job: job(), pods: [wait('ErrImagePull')], end: 'running' },
  { why: 'a condition that does not hold', job: job({ type: 'Failed', status: 'False' }), pods: [], end: 'running' },
  { why: 'success', job: job({ type: 'Complete' }), pods: [exit(0)], end: 'succeeded' },
  {
    why: 'the deadline',
    job: job({ type: 'Failed', reason: 'DeadlineExceeded' }),
    pods: [exit(137)],
    end: 'the Job took longer than its deadline of 60 s',
  },
  {
    why: 'an image that cannot be pulled',
    job: job(),
    pods: [wait('ImagePullBackOff', 'Back-off pulling image "x:1"')],
    end: 'the container of x:1 does not start: Back-off pulling image "x:1"',
  },
  {
    why: 'a missing Secret',
    job: job(),
    pods: [wait('CreateContainerConfigError', 'secret "assay" not found')],
    end: 'the container of x:1 does not start: secret "assay" not found',
  },
  {
    why: 'an eviction',
    job: job(),
    pods: [pod({}, { phase: 'Failed', reason: 'Evicted', message: 'The node was low on resource: memory.' })],
    end: 'the pod was evicted: The node was low on resource: memory.',
  },
  {
    why: 'a node that goes away',
    job: job({ type: 'Failed', reason: 'BackoffLimitExceeded' }),
    pods: [
      pod(
        { terminated: { exitCode: 143 } },
        {
          phase: 'Failed',
          conditions: [{ type: 'DisruptionTarget', status: 'True', reason: 'DeletionByTaintManager' }],
        },
      ),
    ],
    end: 'the pod was evicted: DeletionByTaintManager',
  },
  { why: 'memory', job: job(), pods: [exit(137, 'OOMKilled')], end: 'the pod ran out of memory' },
  { why: 'an exit code', job: job(), pods: [exit(3)], end: 'the worker in the pod exited with code 3' },
  {
    why: 'a Job whose pod is gone',
    job: job({
      type: 'Failed',
      reason: 'BackoffLimitExceeded',
      message: 'Job has reached the specified backoff limit',
    }),
    pods: [],
    end: 'the Job failed: Job has reached the specified backoff limit',
  },
])('reads $why', ({ job, pods, end }) => {
  const found = describeJobEnd(job, pods);
  expect(found.status === 'failed' ? found.problem : found.status).toBe(end);
});
