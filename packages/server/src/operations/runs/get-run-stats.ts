import { getRunStats } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { daysBefore } from '../../runs/days-before.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import { sumDays } from '../../runs/sum-days.ts';

export const getRunStatsHandler = handle(
  getRunStats,
  async ({ query, caller: { organization_id }, services: { store, now } }) => {
    const workspace_id = await findWorkspace(store, organization_id, query.workspace_id);
    const since = daysBefore(now(), query.days);
    const open = await store.run_days.countOpen(organization_id, { workspace_id });
    const days = await store.run_days.list(organization_id, { workspace_id, since });
    return { since, ...open, ...sumDays(days), days };
  },
);
