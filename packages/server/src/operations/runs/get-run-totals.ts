import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { getRunTotals } from '@assay/schema/api';
import { handle } from '../../http/handle.ts';
import { daysBefore } from '../../runs/days-before.ts';
import { findWorkspace } from '../../runs/find-workspace.ts';
import type { Tables } from '../../store/store.ts';
import type { GroupPeriod } from '../../store/tables/runs/run-totals.ts';
import { monthStart } from '../../totals/month-start.ts';
import { rateTotals } from '../../totals/rate-totals.ts';
import { sumTotals } from '../../totals/sum-totals.ts';

const DAYS = 90;
// ten years
const MOST_DAYS = 3_660;
const DAY_MS = 86_400_000;

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
