import { listRunAttempts } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findRun } from '../../runs/find-run.ts';

export const listRunAttemptsHandler = handle(
  listRunAttempts,
  async ({ params: { run_id }, caller: { organization_id }, services: { store } }) => {
    await findRun(store, organization_id, run_id);
    return { attempts: await store.run_attempts.list(organization_id, run_id) };
  },
);
