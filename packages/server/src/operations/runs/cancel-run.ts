import { AssayError } from '@assay/schema';
import { cancelRun } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findRun } from '../../runs/find-run.ts';

export const cancelRunHandler = handle(
  cancelRun,
  async ({ params: { run_id }, caller: { organization_id }, services: { store, queue } }) => {
    const cancelled = await (queue?.cancelRun(organization_id, run_id) ?? store.runs.cancel(organization_id, run_id));
    if (cancelled !== undefined) return cancelled;
    const { status } = await findRun(store, organization_id, run_id);
    throw new AssayError('conflict', `The run ${run_id} is ${status}; only queued or running runs can be canceled`);
  },
);
