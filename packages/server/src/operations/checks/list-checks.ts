import { type Check, listChecks } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describe } from '../../pushed/keep-document.ts';
import { requireFound } from '../require-found.ts';

export const listChecksHandler = handle(
  listChecks,
  async ({ query: { workspace_id, limit, after = null }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const page = await store.pushed_documents.list(organization_id, { kind: 'check', workspace_id, limit, after });
    return { items: page.items.map(describe<Pick<Check, 'change' | 'report'>>), next: page.next };
  },
);
