import { previewComparison } from '@assay/schema/api';
import { previewComparison as preview } from '../../comparisons/preview-comparison.ts';
import { handle } from '../../http/handle.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const previewComparisonHandler = handle(
  previewComparison,
  async ({ query, caller: { organization_id }, request: { signal }, services: { store, now } }) => {
    const workspace_id = await findWorkspace(store, organization_id, query.workspace_id);
    return await preview(store, { ...query, organization_id, workspace_id, now, signal });
  },
);
