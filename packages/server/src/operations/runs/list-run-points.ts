import { listRunPoints } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { chartRuns } from '../../runs/chart-runs.ts';

export const listRunPointsHandler = handle(
  listRunPoints,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart: points, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: (filter) => store.run_charts.points(organization_id, filter),
    });
    return { ...extent, points };
  },
);
