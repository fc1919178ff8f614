import { randomBytes } from 'node:crypto';
import { createId } from '@assay/schema';
import {
  createApiKey,
  createWorkspace,
  getServer,
  getWorkspace,
  listApiKeys,
  listAuditLog,
  listWorkspaces,
  revokeApiKey,
  updateWorkspace,
} from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { revokeKey } from '../members/revoke-key.ts';
import { isFirstOrganization } from '../organizations/require-first-organization.ts';
import { requireFound } from './require-found.ts';

export const createApiKeyHandler = handle(
  createApiKey,
  ({ body, caller, services: { store } }) =>
    store.transaction(async (tables) => {
      const { organization_id, actor } = caller;
      const { api_key, secret } = await tables.api_keys.create(organization_id, body);
      await tables.audit_log.append(organization_id, {
        actor,
        action: 'api_key.create',
        target: api_key.api_key_id,
        details: body,
      });
      return { ...api_key, secret };
    }),
  { tells_secret: true },
);

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

export const getServerHandler = handle(getServer, async ({ caller, services: { store, oidc, queue } }) => ({
  contents: describeContents(store.blobs.current?.location ?? null),
  identity_provider:
    oidc === undefined
      ? null
      : { issuer: oidc.settings.issuer.href, allowed_domains: [...oidc.settings.allowed_domains] },
  executes_runs: queue !== undefined,
  manages_organizations: await isFirstOrganization(store, caller.organization_id),
}));

function describeContents(location: string | null): 'database' | 'folder' | 'object_store' {
  if (location === null) return 'database';
  return location.startsWith('fs:') ? 'folder' : 'object_store';
}

export const getWorkspaceHandler = handle(getWorkspace, async ({ params, caller, services: { store } }) =>
  requireFound(await store.workspaces.find(caller.organization_id, params.workspace_id), params.workspace_id),
);

export const listApiKeysHandler = handle(listApiKeys, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.api_keys.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const listAuditLogHandler = handle(listAuditLog, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.audit_log.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const listWorkspacesHandler = handle(listWorkspaces, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.workspaces.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const revokeApiKeyHandler = handle(revokeApiKey, ({ params: { api_key_id }, caller, services: { store } }) => {
  const { organization_id, actor } = caller;
  return store.transaction(async (tables) =>
    requireFound(await revokeKey(tables, { organization_id, api_key_id, actor }), api_key_id),
  );
});

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
