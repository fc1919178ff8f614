import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { DisplayName, exampleWorkspace, Workspace, workspaceParams, workspaceSettings } from './workspace.ts';

export const updateWorkspace = defineOperation({
  id: 'update_workspace',
  method: 'patch',
  path: '/v1/workspaces/{workspace_id}',
  tag: 'Settings',
  summary: 'Change a workspace',
  description:
    'What is not named stays. Grades that were given keep the weights and the judge they were given by, and runs that are over what they cost.',
  scope: 'admin',
  params: workspaceParams,
  body: z.strictObject({ name: DisplayName, ...workspaceSettings }).partial(),
  status: 200,
  answer: Workspace,
  example: {
    params: { workspace_id: exampleWorkspace.workspace_id },
    body: { evidence_retention_days: 90 },
    answer: exampleWorkspace,
  },
});
