import { defineOperation } from '../operation.ts';

export const endSession = defineOperation({
  id: 'end_session',
  method: 'delete',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Sign out the browser',
  scope: 'read',
  status: 204,
  answer: null,
  example: {},
});
