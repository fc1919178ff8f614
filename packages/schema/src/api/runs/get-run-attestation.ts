import { DsseEnvelope } from '../../reputation/attestation.ts';
import { exampleRunAttestation } from '../examples/example-attestation.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun, runParams } from '../run-params.ts';

export const getRunAttestation = defineOperation({
  id: 'get_run_attestation',
  method: 'get',
  path: '/v1/runs/{run_id}/attestation',
  tag: 'Runs',
  summary: 'Download a signed attestation of the grade of a run',
  description:
    'An in-toto test result in a DSSE envelope: PASSED, WARNED when only advisory scorers fail, or FAILED. A run without a verdict has no attestation.',
  scope: 'read',
  params: runParams,
  status: 200,
  answer: DsseEnvelope,
  example: { params: { run_id: exampleRun.run_id }, answer: exampleRunAttestation },
});
