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
  expect(createJob({ claim, limits }, settings)).toMatchInlineSnapshot(`
    {
      "apiVersion": "batch/v1",
      "kind": "Job",
      "metadata": {
        "annotations": {
          "assay.dev/claim": "{"attempt":2,"job":{"id":"00000000-0000-7000-8000-000000000000","queue":"runs","retryCount":1,"lease_s":30,"organization_id":"org_00000000000000000000000000","workspace_id":"wsp_00000000000000000000000000","run_id":"run_00000000000000000000000000","needs":null}}",
        },
        "labels": {
          "app.kubernetes.io/component": "run",
          "app.kubernetes.io/managed-by": "assay-worker",
          "app.kubernetes.io/name": "assay",
          "assay.dev/attempt": "2",
          "assay.dev/run-id": "run_00000000000000000000000000",
        },
        "name": "assay-run-00000000000000000000000000-2",
        "namespace": "evals",
      },
      "spec": {
        "activeDeadlineSeconds": 3600,
        "backoffLimit": 0,
        "template": {
          "metadata": {
            "labels": {
              "app.kubernetes.io/component": "run",
              "app.kubernetes.io/managed-by": "assay-worker",
              "app.kubernetes.io/name": "assay",
              "assay.dev/attempt": "2",
              "assay.dev/run-id": "run_00000000000000000000000000",
            },
          },
          "spec": {
            "automountServiceAccountToken": false,
            "containers": [
              {
                "args": [
                  "worker",
                  "--claimed",
                  "--json",
                  "--sandbox",
                  "bwrap",
                  "--judge",
                  "heuristic",
                ],
                "env": [
                  {
                    "name": "ASSAY_CLAIM",
                    "value": "{"attempt":2,"job":{"id":"00000000-0000-7000-8000-000000000000","queue":"runs","retryCount":1,"lease_s":30,"organization_id":"org_00000000000000000000000000","workspace_id":"wsp_00000000000000000000000000","run_id":"run_00000000000000000000000000","needs":null}}",
                  },
                  {
                    "name": "HOME",
                    "value": "/tmp",
                  },
                ],
                "envFrom": [
                  {
                    "secretRef": {
                      "name": "assay",
                    },
                  },
                ],
                "image": "registry.example/assay:1",
                "name": "run",
                "resources": {
                  "limits": {
                    "cpu": "1250m",
                    "ephemeral-storage": "8192Mi",
                    "memory": "2560Mi",
                  },
                  "requests": {
                    "cpu": "1250m",
                    "ephemeral-storage": "8192Mi",
                    "memory": "2560Mi",
                  },
                },
                "securityContext": {
                  "allowPrivilegeEscalation": false,
                  "capabilities": {
                    "drop": [
                      "ALL",
                    ],
                  },
                  "procMount": "Unmasked",
                  "readOnlyRootFilesystem": true,
                },
                "volumeMounts": [
                  {
                    "mountPath": "/tmp",
                    "name": "tmp",
                  },
                ],
                "workingDir": "/tmp",
              },
            ],
            "enableServiceLinks": false,
            "hostUsers": false,
            "restartPolicy": "Never",
            "securityContext": {
              "fsGroup": 10001,
              "runAsGroup": 10001,
              "runAsNonRoot": true,
              "runAsUser": 10001,
              "seccompProfile": {
                "type": "Unconfined",
              },
            },
            "volumes": [
              {
                "emptyDir": {
                  "sizeLimit": "8192Mi",
                },
                "name": "tmp",
              },
            ],
          },
        },
        "ttlSecondsAfterFinished": 600,
      },
    }
  `);
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
