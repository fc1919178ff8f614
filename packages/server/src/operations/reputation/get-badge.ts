import { getBadge } from '@assay/schema/api';
import { drawBadge } from '../../badge/draw-badge.ts';
import { handleOpenly } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { describePublicReputation } from '../../reputation/describe-reputation.ts';
import { findReadable } from '../../reputation/find-readable.ts';

export const getBadgeHandler = handleOpenly(
  getBadge,
  async ({ params: { agent_id }, query, caller, services: { store, now } }) => {
    const { agent, by } = await findReadable(store, { caller, agent_id, organization_id: query.organization_id });
    return new Reply({
      content: drawBadge(describePublicReputation({ agent_id, agent, now: now() })),
      headers: { 'cache-control': `${by === 'owner' ? 'private' : 'public'}, max-age=300` },
    });
  },
);
