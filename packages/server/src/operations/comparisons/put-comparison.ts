import { isDeepStrictEqual } from 'node:util';
import { AssayError } from '@assay/schema';
import { putComparison } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const putComparisonHandler = handle(
  putComparison,
  async ({ params: { comparison_id }, body, caller: { organization_id }, services: { store } }) => {
    const { comparison } = body;
    const workspace_id = await findWorkspace(store, organization_id, body.workspace_id);
    if (comparison.comparison_id !== comparison_id)
      throw new AssayError(
        'invalid_input',
        `expected the id ${comparison_id} of the address, found ${comparison.comparison_id}`,
        { path: 'comparison.comparison_id' },
      );
    const stored = await store.comparisons.find(organization_id, comparison_id);
    if (stored !== undefined) {
      const { workspace_id: _, pull_request: __, ...before } = stored;
      if (isDeepStrictEqual(before, comparison)) return new Reply({ status: 200, answer: stored });
      throw new AssayError('conflict', `The comparison ${comparison_id} is already stored with different content`);
    }
    await store.comparisons.keep(organization_id, { workspace_id, comparison });
    return { ...comparison, workspace_id, pull_request: null };
  },
);
