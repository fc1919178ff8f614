import { AssayError, type OrganizationId, parse, type WorkspaceId } from '@assay/schema';
import {
  createShare,
  getRunMatrix,
  getShared,
  listShares,
  revokeShare,
  type Share,
  type ShareTarget,
} from '@assay/schema/api';
import { findComparison } from '../comparisons/find-comparison.ts';
import { hasScope } from '../http/caller.ts';
import { handle, handleOpenly } from '../http/handle.ts';
import { findRun } from '../runs/find-run.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { sharedQuery } from '../sharing/require-shared.ts';
import { sharePath } from '../sharing/share-token.ts';
import type { Store, Tables } from '../store/store.ts';
import { requireFound } from './require-found.ts';

interface Asked {
  readonly target: ShareTarget;
  readonly expires_in_days: number | null;
  readonly actor: string;
}

/** Creates a link to something of the organization, if its workspace allows links. */
const createShareLink = (
  store: Pick<Store, 'transaction'>,
  organization_id: OrganizationId,
  { target, expires_in_days, actor }: Asked,
): Promise<{ share: Share; token: string }> =>
  store.transaction(async (tables) => {
    const workspace_id = await findWorkspaceOf(tables, organization_id, target);
    await requireLinks(tables, organization_id, workspace_id);
    const made = await tables.shares.create(organization_id, {
      workspace_id,
      target,
      expires_in_days,
      created_by: actor,
    });
    const { share_id, expires_at } = made.share;
    const details = { ...target, expires_at };
    await tables.audit_log.append(organization_id, { actor, action: 'share.create', target: share_id, details });
    return made;
  });

/** The workspace of what is to be shared. Throws if it does not exist or cannot be shared yet. */
async function findWorkspaceOf(tables: Tables, organization_id: OrganizationId, target: ShareTarget) {
  switch (target.kind) {
    case 'run': {
      const { status, workspace_id } = await findRun(tables, organization_id, target.run_id);
      if (status === 'finished') return workspace_id;
      throw new AssayError('conflict', `The run ${target.run_id} is ${status}; share it when it is finished`);
    }
    case 'comparison':
      return (await findComparison(tables, organization_id, target.comparison_id)).workspace_id;
    case 'matrix':
      if (getRunMatrix.query) parse(getRunMatrix.query, sharedQuery(getRunMatrix, target, {}));
      return await findWorkspace(tables, organization_id, target.workspace_id);
  }
}

async function requireLinks({ workspaces }: Tables, organization_id: OrganizationId, workspace_id: WorkspaceId) {
  const workspace = await workspaces.find(organization_id, workspace_id);
  if (workspace?.share_links === true) return;
  throw new AssayError(
    'forbidden',
    'Links are turned off in this workspace. An admin can turn them on under Settings, Sharing.',
  );
}

export const createShareHandler = handle(
  createShare,
  async ({ body, caller: { organization_id, actor }, services: { store } }) => {
    const { share, token } = await createShareLink(store, organization_id, { ...body, actor });
    return { ...share, path: sharePath(token) };
  },
  { tells_secret: true },
);

export const getSharedHandler = handleOpenly(getShared, async ({ caller, services: { store } }) => {
  if (caller?.share == null) throw new AssayError('unauthorized', 'Send the token of a share link as a bearer token.');
  const { organization_id } = caller;
  const { share_id, target } = caller.share;
  const { created_by, created_by_name, expires_at } = requireFound(
    await store.shares.find(organization_id, share_id),
    share_id,
  );
  const { name } = requireFound(await store.organizations.find(organization_id), organization_id);
  await store.shares.touch(organization_id, share_id);
  return {
    target,
    organization: name,
    shared_by: created_by.startsWith('usr_') ? created_by_name : null,
    expires_at,
  };
});

export const listSharesHandler = handle(listShares, async ({ query, caller, services: { store } }) => {
  const { items, next } = await store.shares.list(caller.organization_id, { ...query, after: query.after ?? null });
  return { items: [...items], next };
});

export const revokeShareHandler = handle(revokeShare, ({ params: { share_id }, caller, services: { store } }) =>
  store.transaction(async ({ shares, audit_log }) => {
    const { organization_id, actor } = caller;
    const { target, created_by } = requireFound(await shares.find(organization_id, share_id), share_id);
    if (created_by !== actor && !hasScope(caller, 'admin'))
      throw new AssayError('forbidden', 'Only admins can revoke links that others created.');
    await shares.revoke(organization_id, share_id);
    await audit_log.append(organization_id, { actor, action: 'share.revoke', target: share_id, details: target });
    return undefined;
  }),
);
