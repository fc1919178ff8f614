import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { pageFields, pageSchema } from '../page.ts';
import { exampleWorkspace, Workspace } from './workspace.ts';

export const listWorkspaces = defineOperation({
  id: 'list_workspaces',
  method: 'get',
  path: '/v1/workspaces',
  tag: 'Settings',
  summary: 'List the workspaces, oldest first',
  scope: 'read',
  query: z.strictObject(pageFields),
  status: 200,
  answer: pageSchema(Workspace),
  example: { answer: { items: [exampleWorkspace], next: null } },
});
