import { z } from 'zod';
import { AgentStanding } from '../../reputation/reputation-reading.ts';
import { exampleStanding } from '../examples/example-reputation.ts';
import { defineOperation } from '../operation.ts';
import { exampleRun } from '../run-params.ts';
import { reputationParams } from './reputation-params.ts';

export const updateAgent = defineOperation({
  id: 'update_agent',
  method: 'patch',
  path: '/v1/agents/{agent_id}',
  tag: 'Reputation',
  summary: 'Make the reputation of an agent public or private',
  description:
    'Anyone with the organization id can read the reputation, badge and attestation of a public agent. Below 50 evaluations they see no score.',
  scope: 'admin',
  params: reputationParams,
  body: z.strictObject({ public: z.boolean() }),
  status: 200,
  answer: AgentStanding,
  example: {
    params: { agent_id: exampleRun.agent_id },
    body: { public: true },
    answer: { ...exampleStanding, rank: null },
  },
});
