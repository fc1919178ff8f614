import { listRunEvidence } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { listEvidence } from '../../runs/read-evidence.ts';

export const listRunEvidenceHandler = handle(
  listRunEvidence,
  ({ params: { run_id }, query: { attempt }, caller: { organization_id }, services: { store } }) =>
    listEvidence(store, { organization_id, run_id, attempt }),
);
