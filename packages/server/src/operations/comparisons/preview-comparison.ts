import { previewComparison } from '@assay/schema/api';
import { previewComparison as preview } from '../../comparisons/preview-comparison.ts';
import { handle } from '../../http/handle.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const previewComparisonHandler = handle(
  previewComparison,
  async ({ query, caller: { organization_id, share }, request: { signal }, services: { store, now } }) => {
    const { columns, baseline, candidate, ...filter } = query;
    const workspace_id = await findWorkspace(store, organization_id, filter.workspace_id);
    // whoever has a link must not keep the organization waiting
    const owner = share?.share_id ?? organization_id;
    return await preview(store, {
      ...{ owner, organization_id, columns, baseline, candidate, now, signal },
      filter: { ...filter, workspace_id },
    });
  },
);
