import { regradeRun } from '@assay/schema/api';
import { handleInSteps } from '../../http/handle.ts';
import { regradeStoredRun } from '../../runs/regrade-stored-run.ts';

export const regradeRunHandler = handleInSteps(
  regradeRun,
  async ({ params: { run_id }, body, caller: { organization_id }, services, request: { signal }, commit }) => {
    const { label, formulas, scorers } = body;
    const regrade = { organization_id, run_id, label, formulas, scorers, signal };
    return await regradeStoredRun(services, { ...regrade, keep: (write) => commit(write, (regraded) => regraded) });
  },
);
