import { z } from 'zod';
import { ScorePoint } from '../reputation-reading.ts';
import { defineOperation } from './operation.ts';
import { pageFields, pageOf } from './page.ts';
import { reputationParams } from './reputation-params.ts';

export const getReputationHistory = defineOperation({
  id: 'get_reputation_history',
  method: 'get',
  path: '/v1/reputation/{agent_id}/history',
  tag: 'Reputation',
  summary: 'The score of an agent over time, newest first',
  scope: 'read',
  params: reputationParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageOf(ScorePoint),
});
