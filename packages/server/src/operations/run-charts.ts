import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import {
  getRunChanges,
  getRunHistogram,
  getRunMatrix,
  getRunStats,
  getRunTotals,
  getRunTrend,
  listRunPoints,
} from '@assay/schema/api';
import { handle } from '../http/handle.ts';
import { chartRuns } from '../runs/chart-runs.ts';
import { daysBefore } from '../runs/days-before.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import { sumDays } from '../runs/sum-days.ts';
import type { Tables } from '../store/store.ts';
import { COUNTED_RUNS, type GroupPeriod } from '../store/tables/runs/run-totals.ts';
import { monthStart } from '../totals/month-start.ts';
import { rateTotals } from '../totals/rate-totals.ts';
import { sumTotals } from '../totals/sum-totals.ts';

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

export const getRunHistogramHandler = handle(
  getRunHistogram,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart: bins, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: (filter) => store.run_charts.histogram(organization_id, filter),
    });
    return { ...extent, bins };
  },
);

export const getRunMatrixHandler = handle(
  getRunMatrix,
  async ({ query, caller: { organization_id }, services: { store } }) => {
    const { chart, ...extent } = await chartRuns(store, {
      organization_id,
      filter: query,
      read: async (filter) => {
        const cells = await store.run_charts.matrix(organization_id, filter);
        const names = [...new Set(cells.map(({ column }) => column))];
        return { cells, columns: await store.run_charts.columns(organization_id, { ...filter, names }) };
      },
    });
    return { ...extent, ...chart };
  },
);

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

const DAYS = 90;
// ten years
const MOST_DAYS = 3_660;

export const getRunTotalsHandler = handle(
  getRunTotals,
  async ({ query: { by, period, limit, ...asked }, caller: { organization_id }, services: { store, now } }) => {
    const workspace_id = await findWorkspace(store, organization_id, asked.workspace_id);
    const until = asked.until ?? daysBefore(now(), 1);
    const since = asked.since ?? daysBefore(Date.parse(until), DAYS);
    requireRange(since, until);
    const range = { workspace_id, since, until, period };
    const [periods, rows, months, workspace] = await Promise.all([
      store.run_totals.list(organization_id, range),
      store.run_totals.listGroups(organization_id, { ...range, by, limit }),
      readMonths(store, { organization_id, workspace_id, now_ms: now() }),
      store.workspaces.find(organization_id, workspace_id),
    ]);
    const places = Map.groupBy(rows, ({ place }) => place);
    const others = places.get(limit + 1);
    return {
      since,
      until,
      total: rateTotals(sumTotals(periods)),
      periods: periods.map(rateTotals),
      groups: [...places]
        .filter(([place]) => place <= limit)
        .map(([, own]) => ({ name: own[0]?.name ?? null, ...addUp(own) })),
      other: others === undefined ? null : { names: (others[0]?.names ?? 0) - limit, ...addUp(others) },
      ...months,
      budget_usd_micros: workspace?.budget_usd_micros ?? null,
    };
  },
);

const addUp = (rows: readonly GroupPeriod[]) => ({
  ...rateTotals(sumTotals(rows)),
  periods: rows.map(({ place: _place, name: _name, names: _names, ...period }) => rateTotals(period)),
});

interface Months {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  readonly now_ms: number;
}

async function readMonths(
  { run_totals }: Pick<Tables, 'run_totals'>,
  { organization_id, workspace_id, now_ms }: Months,
) {
  const [this_start, last_start] = [monthStart(now_ms, 0), monthStart(now_ms, -1)];
  const range = { workspace_id, since: last_start, until: daysBefore(now_ms, 1), period: 'month' } as const;
  const found = await run_totals.list(organization_id, range);
  const read = (start: string) => ({
    start,
    ...rateTotals(sumTotals(found.filter((month) => month.start === start))),
  });
  return { this_month: read(this_start), last_month: read(last_start) };
}

function requireRange(since: string, until: string): void {
  const days = (Date.parse(until) - Date.parse(since)) / DAY_MS;
  if (days >= 0 && days <= MOST_DAYS) return;
  throw new AssayError(
    'invalid_input',
    `since: expected a day up to ${MOST_DAYS} days before until (${until}), found ${since}`,
  );
}

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
