import { listProofs, type SentProof } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { describe } from '../../pushed/keep-document.ts';
import { requireFound } from '../require-found.ts';

export const listProofsHandler = handle(
  listProofs,
  async ({
    query: { workspace_id, scenario, limit, after = null },
    caller: { organization_id },
    services: { store },
  }) => {
    requireFound(await store.workspaces.find(organization_id, workspace_id), workspace_id);
    const asked = { kind: 'proof', workspace_id, scenario, limit, after } as const;
    const page = await store.pushed_documents.list(organization_id, asked);
    return { items: page.items.map(describe<Pick<SentProof, 'scenario' | 'proof'>>), next: page.next };
  },
);
