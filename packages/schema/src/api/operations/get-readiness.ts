import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getReadiness = defineOperation({
  id: 'get_readiness',
  method: 'get',
  path: '/readyz',
  tag: 'Operations',
  summary: 'Whether requests can be answered: the database is there, and the server is not stopping',
  scope: null,
  status: 200,
  answer: z.object({ status: z.literal('ready') }),
  example: { answer: { status: 'ready' } },
});
