import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { publicQuery, reputationParams } from './reputation-params.ts';

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="137" height="20" viewBox="0 0 137 20" role="img" aria-label="claude-code: 697 · active">
<title>claude-code: 697 · active</title>
<clipPath id="r"><rect width="137" height="20" rx="3"/></clipPath>
<g clip-path="url(#r)"><rect width="45" height="20" fill="#3d4450"/><rect x="45" width="92" height="20" fill="#1f6fa8"/></g>
<g fill="#fff" text-anchor="middle" font-family="Verdana,DejaVu Sans,Geneva,sans-serif" font-size="11"><text x="22.5" y="14">assay</text><text x="91" y="14">697 · active</text></g>
</svg>
`;

export const getBadge = defineOperation({
  id: 'get_badge',
  method: 'get',
  path: '/v1/reputation/{agent_id}/badge.svg',
  tag: 'Reputation',
  summary: 'Read the reputation of an agent as an SVG badge',
  description: 'Shows only public data, to the owner too: below 50 evaluations it shows their number, such as `37/50`.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: null,
  produces: 'image/svg+xml',
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: PICTURE,
  },
});
