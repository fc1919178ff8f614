import { createId } from '@assay/schema';
import { expect, test } from 'vitest';
import { createJob, type JobSettings } from './create-job.ts';

const id = <Prefix extends 'run' | 'org' | 'wsp'>(prefix: Prefix) =>
  createId(prefix, { time_ms: 0, entropy: new Uint8Array(10) });
const claim = {
  attempt: 2,
  job: {
    id: '00000000-0000-7000-8000-000000000000',
    queue: 'runs',
    retryCount: 1,
    lease_s: 30,
    organization_id: id('org'),
    workspace_id: id('wsp'),
    run_id: id('run'),
    needs: null,
  },
} as const;
const settings: JobSettings = {
  namespace: 'evals',
  image: 'registry.example/assay:1',
  secret: 'assay',
  sandbox: 'bwrap',
  arguments: ['--judge', 'heuristic'],
};
const limits = { wall_s: 900, cpus: 1, memory_mb: 2048, disk_mb: 4096 };

test('the Job of a run', () => {
  expect(createJob({ claim, limits }, settings)).toMatchSnapshot();
});

test('without a nested sandbox, the pod keeps the usual restrictions', () => {
  const { spec } = createJob({ claim, limits }, { ...settings, sandbox: 'local' });
  const pod = spec?.template.spec;
  expect(pod?.hostUsers).toBeUndefined();
  expect(pod?.securityContext?.seccompProfile).toEqual({ type: 'RuntimeDefault' });
  expect(pod?.containers[0]?.securityContext).not.toHaveProperty('procMount');
  expect(pod?.containers[0]?.args).toEqual(
    expect.arrayContaining(['--claimed', '--sandbox', 'local', '--judge', 'heuristic']),
  );
});
