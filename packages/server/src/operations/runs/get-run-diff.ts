import { getRunDiff } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { Reply } from '../../http/reply.ts';
import { findEvidence } from '../../runs/read-evidence.ts';

export const getRunDiffHandler = handle(
  getRunDiff,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    const content = await findEvidence(store, { organization_id, run_id, name: 'diff.patch' });
    return new Reply({ content: content ?? '' });
  },
);
