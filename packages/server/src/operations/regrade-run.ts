import { regradeRun } from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { regradeStoredRun } from '../runs/regrade-stored-run.ts';

export const regradeRunHandler = handle(
  regradeRun,
  async ({ params: { run_id }, body, caller: { organization_id }, services, request: { signal } }) => {
    const { label, formulas, scorers } = body;
    const regrade = { organization_id, run_id, label, formulas, scorers, signal };
    const { warnings, ...graded } = await regradeStoredRun(services, regrade);
    return { ...graded, warnings: [...warnings] };
  },
);
