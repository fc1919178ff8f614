import { z } from 'zod';
import { WorkspaceId } from '../../values/ids.ts';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { Check, exampleCheck } from './check.ts';

export const listChecks = defineOperation({
  id: 'list_checks',
  method: 'get',
  path: '/v1/checks',
  tag: 'Checks',
  summary: 'List the checks of a workspace, newest first',
  scope: 'read',
  query: z.strictObject({ workspace_id: WorkspaceId, ...pageFields }),
  status: 200,
  answer: pageSchema(Check),
  example: { query: { workspace_id: exampleCheck.workspace_id }, answer: { items: [exampleCheck], next: null } },
});
