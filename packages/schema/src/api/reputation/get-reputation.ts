import { z } from 'zod';
import { PublicReputation, ReputationReading } from '../../reputation/reputation-reading.ts';
import { examplePublicReading } from '../examples/example-reputation.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { exampleOrganization } from '../settings/organization.ts';
import { publicQuery, reputationParams } from './reputation-params.ts';

export const getReputation = defineOperation({
  id: 'get_reputation',
  method: 'get',
  path: '/v1/reputation/{agent_id}',
  tag: 'Reputation',
  summary: 'Read the reputation of an agent',
  description:
    'With a key of the organization: all data. An agent without evaluations is `new`. Below 50 evaluations there is no score, only the progress, such as `37/50`. Without a key: the public data of a public agent; requires `organization_id`.',
  scope: null,
  params: reputationParams,
  query: publicQuery,
  status: 200,
  answer: z.union([ReputationReading, PublicReputation]),
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { organization_id: exampleOrganization.organization_id },
    answer: examplePublicReading,
  },
});
