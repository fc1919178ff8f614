import { defineOperation } from '../operation.ts';
import { exampleSession, Session } from './session.ts';

export const getSession = defineOperation({
  id: 'get_session',
  method: 'get',
  path: '/v1/session',
  tag: 'Sessions',
  summary: 'Read who the caller is, by key or cookie',
  scope: 'read',
  status: 200,
  answer: Session,
  example: { answer: exampleSession },
});
