import { getRunTrend } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { chartRuns } from '../../runs/chart-runs.ts';
import { daysBefore } from '../../runs/days-before.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';

export const getRunTrendHandler = handle(
  getRunTrend,
  async ({ query: { days: count, ...filter }, caller: { organization_id }, services: { store, now } }) => {
    const day = daysBefore(now(), count);
    const since = filter.since ?? `${day}T00:00:00.000Z`;
    const { workspace_id: named, ...narrowed } = filter;
    // without a filter, the stored daily counts are used
    if (Object.values(narrowed).every((value) => value === undefined)) {
      const workspace_id = await findWorkspace(store, organization_id, named);
      const days = await store.run_days.list(organization_id, { workspace_id, since: day });
      const looked_at = days.reduce((total, { runs }) => total + runs, 0);
      return { looked_at, looked_back_to: since, partial: false, days };
    }
    const { chart: days, ...extent } = await chartRuns(store, {
      organization_id,
      filter: { ...filter, since },
      read: (wanted) => store.run_charts.trend(organization_id, wanted),
    });
    return { ...extent, days };
  },
);
