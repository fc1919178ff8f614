import { type Check, createCheck, listChecks } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { type DigestedDocument, describe, keepDocument } from '../pushed/keep-document.ts';
import { requireFound } from './require-found.ts';

export const createCheckHandler = handle(createCheck, ({ found, caller: { organization_id }, services: { store } }) =>
  keepDocument(store, { kind: 'check', organization_id, ...(found as DigestedDocument) }),
);

export const listChecksHandler = handle(
  listChecks,
  async ({ query: { workspace_id, limit, after = null }, caller: { organization_id }, services: { store } }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const page = await store.pushed_documents.list(organization_id, { kind: 'check', workspace_id, limit, after });
    return { items: page.items.map(describe<Pick<Check, 'change' | 'report'>>), next: page.next };
  },
);
