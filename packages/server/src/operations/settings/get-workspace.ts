import { getWorkspace } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const getWorkspaceHandler = handle(getWorkspace, async ({ params, caller, services: { store } }) =>
  requireFound(await store.workspaces.find(caller.organization_id, params.workspace_id), params.workspace_id),
);
