import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getReadiness = defineOperation({
  id: 'get_readiness',
  method: 'get',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Check that the server can answer requests: the database is reachable and the server is not stopping',
  scope: null,
  status: 200,
  answer: z.object({ status: z.literal('ready') }),
  example: { answer: { status: 'ready' } },
});
