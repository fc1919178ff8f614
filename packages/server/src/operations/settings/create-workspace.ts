import { randomBytes } from 'node:crypto';
import { createId } from '@assay/schema';
import { createWorkspace } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';

export const createWorkspaceHandler = handle(createWorkspace, ({ body, caller, services: { store, now } }) =>
  store.transaction(async ({ workspaces, audit_log }) => {
    const { organization_id, actor } = caller;
    const workspace_id = createId('wsp', { time_ms: now(), entropy: randomBytes(10) });
    const workspace = await workspaces.create(organization_id, { workspace_id, ...body });
    await audit_log.append(organization_id, {
      actor,
      action: 'workspace.create',
      target: workspace_id,
      details: body,
    });
    return workspace;
  }),
);
