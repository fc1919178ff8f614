import { updateWorkspace } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { requireFound } from '../require-found.ts';

export const updateWorkspaceHandler = handle(updateWorkspace, ({ params, body, caller, services: { store } }) =>
  store.transaction(async ({ workspaces, audit_log }) => {
    const { organization_id, actor } = caller;
    const { workspace_id } = params;
    const workspace = requireFound(await workspaces.update(organization_id, { workspace_id, ...body }), workspace_id);
    await audit_log.append(organization_id, {
      actor,
      action: 'workspace.update',
      target: workspace_id,
      details: body,
    });
    return workspace;
  }),
);
