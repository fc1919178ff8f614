import { defineOperation } from '../operation.ts';
import { exampleWorkspace, Workspace, workspaceParams } from './workspace.ts';

export const getWorkspace = defineOperation({
  id: 'get_workspace',
  method: 'get',
  path: '/v1/workspaces/{workspace_id}',
  tag: 'Settings',
  summary: 'Read a workspace',
  scope: 'read',
  params: workspaceParams,
  status: 200,
  answer: Workspace,
  example: { params: { workspace_id: exampleWorkspace.workspace_id }, answer: exampleWorkspace },
});
