import { getReputation } from '@assay/schema/api';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { describeOwnerReputation, describePublicReputation } from '../../reputation/describe-reputation.ts';
import { findReadable } from '../../reputation/find-readable.ts';

export const getReputationHandler = handleOpenly(
  getReputation,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const { agent, by } = await findReadable(store, { caller, agent_id, organization_id: query.organization_id });
    const described = { agent_id, agent, now: now() };
    if (by === 'owner') return describeOwnerReputation(described);
    return new Reply({
      answer: describePublicReputation(described),
      headers: { 'cache-control': 'public, max-age=60' },
    });
  },
);
