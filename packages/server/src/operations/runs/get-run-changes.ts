import { getRunChanges } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { COUNTED_RUNS } from '../../store/tables/runs/run-totals.ts';
import { rateTotals } from '../../totals/rate-totals.ts';

const DAY_MS = 86_400_000;

export const getRunChangesHandler = handle(
  getRunChanges,
  async ({ query, caller: { organization_id }, services: { store, now } }) => {
    const workspace_id = await findWorkspace(store, organization_id, query.workspace_id);
    const instant = (days: number): string => new Date(now() - days * DAY_MS).toISOString();
    // runs that were created while this request is handled count too
    const today = { workspace_id, since: instant(1), until: instant(-1) };
    const yesterday = { workspace_id, since: instant(2), until: today.since };
    const [counted, before, regressions] = await Promise.all([
      store.run_totals.count(organization_id, today),
      store.run_totals.count(organization_id, yesterday),
      store.run_totals.listRegressions(organization_id, today),
    ]);
    const partial = [counted, before].some(({ runs }) => runs >= COUNTED_RUNS);
    return { since: today.since, now: rateTotals(counted), before: rateTotals(before), partial, regressions };
  },
);
