import { defineOperation } from './operation.ts';
import { publicQuery, reputationParams } from './reputation-params.ts';

export const getBadge = defineOperation({
  id: 'get_badge',
  method: 'get',
  path: '/v1/reputation/{agent_id}/badge.svg',
  tag: 'Reputation',
  summary: 'The standing of an agent as a picture, for a page',
  description: 'Shows what everyone may see, also to the owner: below 50 evaluations how many there are, as `37/50`.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: null,
  produces: 'image/svg+xml',
});
