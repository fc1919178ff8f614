import { DsseEnvelope } from '../../reputation/attestation.ts';
import { exampleReputationAttestation } from '../examples/example-attestation.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { publicQuery, reputationParams } from './reputation-params.ts';

export const getAttestation = defineOperation({
  id: 'get_attestation',
  method: 'get',
  path: '/v1/reputation/{agent_id}/attestation',
  tag: 'Reputation',
  summary: 'Download a signed attestation of the reputation of an agent',
  description:
    'An in-toto statement in a DSSE envelope, signed with Ed25519 and valid for 30 days. It contains only public data: no score below 50 evaluations. `assay verify` checks it offline.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: DsseEnvelope,
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: exampleReputationAttestation,
  },
});
