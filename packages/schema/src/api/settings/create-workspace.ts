import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { DisplayName, exampleWorkspace, Workspace, workspaceSettings } from './workspace.ts';

export const createWorkspace = defineOperation({
  id: 'create_workspace',
  method: 'post',
  path: '/v1/workspaces',
  tag: 'Settings',
  summary: 'Create a workspace',
  description: 'The name must be unique in the organization.',
  scope: 'admin',
  body: z.strictObject({ name: DisplayName, ...z.object(workspaceSettings).partial().shape }),
  status: 201,
  answer: Workspace,
  example: {
    body: {
      name: 'main',
      judge: exampleWorkspace.judge,
      prices: exampleWorkspace.prices,
      evidence_retention_days: 90,
      concurrency_limit: 4,
    },
    answer: exampleWorkspace,
  },
});
