import { getRun } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { explainWaiting } from '../../queue/explain-waiting.ts';
import { findRun } from '../../runs/find-run.ts';

export const getRunHandler = handle(
  getRun,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    const run = await findRun(store, organization_id, run_id);
    const waiting_reason = run.status === 'queued' ? await explainWaiting(store, organization_id, run_id) : null;
    return { ...run, waiting_reason };
  },
);
