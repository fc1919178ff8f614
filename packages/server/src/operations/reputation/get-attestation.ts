import { getAttestation } from '@assay/schema/api';
import { attestReputation } from '../../attestations/attest-reputation.ts';
import { handleOpenly } from '../../http/handle.ts';
import { findReadable } from '../../reputation/find-readable.ts';

export const getAttestationHandler = handleOpenly(
  getAttestation,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const asked = { caller, agent_id, organization_id: query.organization_id };
    const { organization_id, agent } = await findReadable(store, asked);
    return attestReputation(store, { organization_id, agent_id, agent, now: now() });
  },
);
