import { z } from 'zod';
import { ScorePoint } from '../../reputation/reputation-reading.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleRun } from '../run-params.ts';
import { reputationParams } from './reputation-params.ts';

export const getReputationHistory = defineOperation({
  id: 'get_reputation_history',
  method: 'get',
  path: '/v1/reputation/{agent_id}/history',
  tag: 'Reputation',
  summary: 'List the scores of an agent over time, newest first',
  description: 'A point before the 50th counted evaluation has no score.',
  scope: 'read',
  params: reputationParams,
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(ScorePoint),
  example: {
    params: { agent_id: exampleRun.agent_id },
    query: { limit: '2' },
    answer: {
      items: [
        { seq: 125, score: 697, accepted_at: '2026-11-15T12:30:00.000Z' },
        { seq: 124, score: 693, accepted_at: '2026-11-15T12:29:12.400Z' },
      ],
      next: 'WzEyNF0',
    },
  },
});
