import { z } from 'zod';
import { defineOperation } from '../operation.ts';

export const getHealth = defineOperation({
  id: 'get_health',
  method: 'get',
  path: '/healthz',
  tag: 'Operations',
  summary: 'Check that the process is running',
  scope: null,
  status: 200,
  answer: z.object({ status: z.literal('ok') }),
  example: { answer: { status: 'ok' } },
});
