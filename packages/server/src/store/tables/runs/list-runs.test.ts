import { JudgeState, type OrganizationId, type Outcome, type WorkspaceId } from '@assay/schema';
import fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { createOrganization } from '../../../../test/database.ts';
import { explain } from '../../../../test/explain.ts';
import { createWorkspace } from '../../../../test/runs.ts';
import { useStore } from '../../../../test/use-store.ts';
import type { Connection, Pool } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';
import type { Store } from '../../store.ts';
import { listRuns } from './list-runs.ts';
import { CHARTED_RUNS, runChartsTable } from './run-charts.ts';
import type { RunFilter } from './run-filter.ts';

const RUNS = 24_000;
// the maximum number of rows a page scans
const LOOKED_AT = 5_000;

let store: Store;
let pool: Pool;
let organization_id: OrganizationId;
let workspace_id: WorkspaceId;

useStore({ connections: 2, pool_connections: 2 }, (opened) => {
  ({ store, pool } = opened);
});
beforeAll(async () => {
  organization_id = await createOrganization(store);
  const place = await createWorkspace(store, organization_id);
  workspace_id = place.workspace_id;
  await pool.run(sql`
    insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, status, outcome, overall,
      judge_state, tier, score, wall_ms, cost_usd_micros, run, created_at, finished_at)
    select ${toUuid(organization_id)}, gen_random_uuid(), ${toUuid(workspace_id)}, ${toUuid(place.task_id)},
      'agent-' || n % 3, 'scenario-' || n % 12, 'label-' || n % 8, 'finished',
      case n % 7 when 0 then 'FAILED' else 'COMPLETED' end, case n % 5 when 0 then 'FAIL' else 'PASS' end,
      (array['PASS', 'FAIL', 'UNPARSEABLE', 'not_asked', 'not_applicable'])[1 + n % 5],
      case n % 4 when 0 then 'Gold' else 'Silver' end, n % 101, n, n % 1000, '{}',
      now() - make_interval(mins => n), now() - make_interval(mins => n)
    from generate_series(1, ${RUNS}::integer) as n`);
  await pool.run(sql`vacuum analyze runs`);
}, 120_000);

const list = (filter: Omit<RunFilter, 'workspace_id'>, page: { limit: number; after: string | null }) =>
  listRuns(pool, { organization_id, workspace_id, ...filter, ...page });

/** All runs matching a filter, page by page. */
async function listAll(filter: Omit<RunFilter, 'workspace_id'>, limit: number) {
  const found: Awaited<ReturnType<typeof list>>['items'][number][] = [];
  for (let after: string | null = null; ; ) {
    const page = await list(filter, { limit, after });
    found.push(...page.items);
    if (page.next === null) return found;
    after = page.next;
  }
}

const filters = fc.record(
  {
    agent_id: fc.constantFrom('agent-1', 'agent-2', 'nobody'),
    scenario: fc.constantFrom('scenario-1', 'scenario-5'),
    label: fc.constantFrom('label-1', 'label-2'),
    outcome: fc.constantFrom<Outcome>('COMPLETED', 'FAILED'),
    overall: fc.constantFrom<'PASS' | 'FAIL'>('PASS', 'FAIL'),
    judge: fc.constantFrom<JudgeState>('PASS', 'UNPARSEABLE', 'not_asked', 'not_applicable'),
    tier: fc.constantFrom<'Gold' | 'Silver'>('Gold', 'Silver'),
    min_score: fc.constantFrom(40, 100),
    max_score: fc.constantFrom(60, 100),
    min_wall_ms: fc.constantFrom(100, 20_000),
    max_wall_ms: fc.constantFrom(1_000, 23_999),
    min_cost_usd_micros: fc.constantFrom(1, 990),
    max_cost_usd_micros: fc.constantFrom(5, 999),
  },
  { requiredKeys: [] },
);

test('any combination of filters gives exactly the matching runs, each once, newest first', async () => {
  await fc.assert(
    fc.asyncProperty(filters, async (filter) => {
      const found = await listAll(filter, 200);
      const expected = Array.from({ length: RUNS }, (_, index) => index + 1).filter((n) => matches(n, filter));
      expect(found.map(({ wall_ms }) => wall_ms)).toEqual(expected);
    }),
    { numRuns: 12 },
  );
}, 120_000);

function matches(n: number, filter: typeof filters extends fc.Arbitrary<infer Filter> ? Filter : never): boolean {
  const facts = {
    agent_id: `agent-${n % 3}`,
    scenario: `scenario-${n % 12}`,
    label: `label-${n % 8}`,
    outcome: n % 7 === 0 ? 'FAILED' : 'COMPLETED',
    overall: n % 5 === 0 ? 'FAIL' : 'PASS',
    judge: JudgeState.options[n % 5],
    tier: n % 4 === 0 ? 'Gold' : 'Silver',
  };
  const between = (value: number, low = 0, high = Number.POSITIVE_INFINITY) => value >= low && value <= high;
  return (
    Object.entries(facts).every(([name, value]) => (filter[name as keyof typeof filter] ?? value) === value) &&
    between(n % 101, filter.min_score, filter.max_score) &&
    between(n, filter.min_wall_ms, filter.max_wall_ms) &&
    between(n % 1000, filter.min_cost_usd_micros, filter.max_cost_usd_micros)
  );
}

test.each<{ filter: Omit<RunFilter, 'workspace_id'>; index: string; why: string }>([
  { filter: { overall: 'FAIL' }, index: 'runs_by_overall', why: 'each filter has its index' },
  { filter: { judge: 'UNPARSEABLE' }, index: 'runs_by_judge', why: 'each filter has its index' },
  { filter: { tier: 'Gold' }, index: 'runs_by_tier', why: 'each filter has its index' },
  { filter: { scenario: 'scenario-1', agent_id: 'agent-1' }, index: 'runs_by_cell', why: 'a cell of the matrix' },
  { filter: { min_score: 101 }, index: 'runs_by_time', why: 'an empty range' },
  { filter: { label: 'label-1', tier: 'Gold' }, index: 'runs_by_label', why: 'no run has both' },
  { filter: { agent_id: 'agent-1', min_wall_ms: 1e9 }, index: 'runs_by_agent', why: 'nothing is that slow' },
  {
    filter: { status: 'finished', outcome: 'FAILED', overall: 'FAIL' },
    index: 'runs_by_time',
    why: 'all are finished',
  },
])('a page of $filter reads $index and a bounded number of rows: $why', async ({ filter, index }) => {
  const page = { limit: 50, after: null };
  const plan = await explain(pool, (connection: Connection) =>
    listRuns(connection, { organization_id, workspace_id, ...filter, ...page }),
  );
  const indexes = new Set(plan.flatMap((node) => node['Index Name'] ?? []));
  // matching rows are then looked up by key
  indexes.delete('runs_pkey');
  expect([...indexes]).toEqual([index]);
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  for (const node of plan) {
    expect(node['Actual Rows']).toBeLessThanOrEqual(LOOKED_AT);
    expect(node['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(LOOKED_AT);
  }
});

test('an empty page that reached its scan limit has a next page', async () => {
  const first = await list({ min_score: 101 }, { limit: 50, after: null });
  expect(first.items).toEqual([]);
  expect(first.next).not.toBeNull();
  expect(await listAll({ min_score: 101 }, 50)).toEqual([]);
});

test('charts read a bounded number of the newest runs from the index only', async () => {
  const charts = (connection: Connection) => runChartsTable(connection);
  for (const ask of [
    (connection: Connection) =>
      charts(connection).histogram(organization_id, { workspace_id, field: 'score', bins: 20 }),
    (connection: Connection) => charts(connection).matrix(organization_id, { workspace_id, columns: 'agent' }),
    (connection: Connection) => charts(connection).matrix(organization_id, { workspace_id, columns: 'label' }),
    (connection: Connection) => charts(connection).points(organization_id, { workspace_id, limit: 2_000 }),
    (connection: Connection) => charts(connection).trend(organization_id, { workspace_id }),
  ]) {
    const plan = await explain(pool, ask);
    const scans = plan.filter((node) => node['Index Name'] !== undefined);
    expect(scans.map((node) => [node['Node Type'], node['Index Name']])).toEqual([['Index Only Scan', 'runs_by_time']]);
    expect(scans[0]?.['Actual Rows']).toBeLessThanOrEqual(CHARTED_RUNS);
  }
});

test('a time range limits the scanned rows', async () => {
  const at = (minutes: number) => new Date(Date.now() - minutes * 60_000).toISOString();
  const found = await listAll({ since: at(200.5), until: at(100.5) }, 200);
  expect(found.length).toBe(100);
});
