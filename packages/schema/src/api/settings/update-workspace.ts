import { z } from 'zod';
import { defineOperation } from '../operation.ts';
import { DisplayName, exampleWorkspace, Workspace, workspaceParams, workspaceSettings } from './workspace.ts';

export const updateWorkspace = defineOperation({
  id: 'update_workspace',
  method: 'patch',
  path: '/v1/workspaces/{workspace_id}',
  tag: 'Settings',
  summary: 'Edit a workspace',
  description:
    'Fields you omit do not change. Existing grades keep their weights and judge, and finished runs keep their cost.',
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
