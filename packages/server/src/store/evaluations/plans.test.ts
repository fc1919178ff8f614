import type { OrganizationId, WorkspaceId } from '@assay/schema';
import { beforeAll, expect, test } from 'vitest';
import { createOrganization, newId } from '../../../test/database.ts';
import { explain, type PlanNode } from '../../../test/explain.ts';
import { createWorkspace } from '../../../test/runs.ts';
import { useStore } from '../../../test/use-store.ts';
import type { Connection, Pool } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { sql } from '../sql/sql.ts';
import type { Store } from '../store.ts';
import { agentRunScoresTable } from '../tables/agents/agent-run-scores.ts';
import { agentsTable } from '../tables/agents/agents.ts';
import { evaluationsTable } from '../tables/agents/evaluations.ts';
import { runsTable } from '../tables/runs/runs.ts';
import { agentKey } from './agent-key.ts';
import { readAgents } from './read-agents.ts';

const RUNS = 20_000;
const LIMIT = 20;
const agent_id = 'agent-1';
const run_id = newId('run');

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
  const organization = toUuid(organization_id);
  await pool.run(sql`
    insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, proves, status, outcome, wall_ms, run, created_at, finished_at)
    select ${organization}, gen_random_uuid(), ${toUuid(workspace_id)}, ${toUuid(place.task_id)}, 'agent-' || n % 10,
      'scenario-' || n % 10, 'label-' || n % 10, n % 5 = 0, 'finished', case n % 3 when 0 then 'FAILED' else 'COMPLETED' end, n, '{}',
      now() - make_interval(mins => n), now() - make_interval(mins => n)
    from generate_series(1, ${RUNS}::integer) as n`);
  await pool.run(sql`
    insert into agents (organization_id, agent_id, eval_count, score)
    select ${organization}, 'agent-' || n, 60, n % 1000 from generate_series(1, ${RUNS}::integer) as n`);
  await pool.run(sql`
    insert into evaluations (organization_id, evaluation_id, agent_id, seq, status, source, passed, checks, run_id, accepted_at, score)
    select ${organization}, gen_random_uuid(), 'agent-' || n % 10, n / 10 + 1, 'counted', 'rest', true, '[]',
      case n % 10 when 0 then ${toUuid(run_id)}::uuid end, now(), 0
    from generate_series(1, ${RUNS}::integer) as n`);
  await pool.run(sql`
    insert into agent_run_scores (organization_id, run_id, formula, formula_version, score, tier, axes, weights, inputs, defaulted, ledger)
    select organization_id, run_id, 'scorecard', '2', 50, 'Silver', '{}', '{}', '{}', '[]', '[]' from runs`);
  await pool.run(sql`analyze`);
}, 120_000);

const cursor = (...key: (string | number)[]) => Buffer.from(JSON.stringify(key)).toString('base64url');
// halfway through the list, at page 500
const half = new Date(Date.now() - (RUNS / 2) * 60_000).toISOString();
const middle = `${'3'.padEnd(26, 'z')}`;

/** Expects one index scan in order: no sort, no filtered rows, no rows beyond the page. */
function expectLookUp(plan: readonly PlanNode[], { index, rows = LIMIT + 1 }: { index: string; rows?: number }): void {
  const nodes = plan.map((node) => node['Node Type']);
  expect(nodes.filter((node) => !/^(Limit|Index Scan|Index Only Scan|Nested Loop)$/.test(node))).toEqual([]);
  expect(plan.map((node) => node['Index Name'] ?? index)).toEqual(plan.map(() => index));
  for (const node of plan) {
    expect(node['Actual Rows']).toBeLessThanOrEqual(rows);
    expect(node['Rows Removed by Filter'] ?? 0).toBeLessThanOrEqual(1);
  }
}

type Ask = (connection: Connection, after: string | null) => Promise<unknown>;
const runs =
  (filter: object): Ask =>
  (connection, after) =>
    runsTable(connection).list(organization_id, { workspace_id, limit: LIMIT, after, ...filter });

test.each<{ what: string; index: string; after: () => string; ask: Ask }>([
  { what: 'runs', index: 'runs_by_time', after: () => cursor(half, `run_${middle}`), ask: runs({}) },
  {
    what: 'runs of an agent',
    index: 'runs_by_agent',
    after: () => cursor(half, `run_${middle}`),
    ask: runs({ agent_id }),
  },
  {
    what: 'runs of a scenario',
    index: 'runs_by_scenario',
    after: () => cursor(half, `run_${middle}`),
    ask: runs({ scenario: 'scenario-1' }),
  },
  {
    what: 'runs with a label',
    index: 'runs_by_label',
    after: () => cursor(half, `run_${middle}`),
    ask: runs({ label: 'label-1' }),
  },
  {
    what: 'failed runs',
    index: 'runs_by_outcome',
    after: () => cursor(half, `run_${middle}`),
    ask: runs({ outcome: 'FAILED' }),
  },
  {
    what: 'evaluations',
    index: 'evaluations_pkey',
    after: () => cursor(`evl_${middle}`),
    ask: (connection, after) => evaluationsTable(connection).list(organization_id, { limit: LIMIT, after }),
  },
  {
    what: 'evaluations of a run',
    index: 'evaluations_by_run',
    after: () => cursor(`evl_${middle}`),
    ask: (connection, after) =>
      evaluationsTable(connection).listOfRun(organization_id, { run_id, limit: LIMIT, after }),
  },
  {
    what: 'evaluations of an agent',
    index: 'evaluations_by_agent',
    after: () => cursor(1000),
    ask: (connection, after) =>
      evaluationsTable(connection).listOfAgent(organization_id, { agent_id, limit: LIMIT, after }),
  },
  {
    what: 'agents',
    index: 'agents_pkey',
    after: () => cursor('agent-5'),
    ask: (connection, after) => agentsTable(connection).list(organization_id, { limit: LIMIT, after }),
  },
])('a page of $what deep in the list costs the same as the first', async ({ index, after, ask }) => {
  expectLookUp(await explain(pool, (connection) => ask(connection, null)), { index });
  expectLookUp(await explain(pool, (connection) => ask(connection, after())), { index });
});

test('reads the ranking from its index', async () => {
  const ask = (after: string | null) =>
    explain(pool, (connection) => agentsTable(connection).listRanked(organization_id, { limit: LIMIT, after }));
  expectLookUp(await ask(null), { index: 'agents_by_score' });
  const [limit, scan, ...others] = await ask(cursor(500, 'agent-5'));
  expect([limit?.['Node Type'], scan?.['Index Name'], others]).toEqual(['Limit', 'agents_by_score', []]);
});

test('the latency baseline reads twenty index entries', async () => {
  const plan = await explain(pool, (connection) =>
    runsTable(connection).findBaseline(organization_id, { workspace_id, run_id: newId('run') }),
  );
  expectLookUp(plan, { index: 'runs_completed', rows: 20 });
});

test('a score is one lookup by key', async () => {
  const plan = await explain(pool, (connection) =>
    agentRunScoresTable(connection).findMany([
      { organization_id, run_id: newId('run'), formula: 'scorecard', formula_version: '2' },
    ]),
  );
  // the requested keys
  const looked = plan.filter((node) => node['Node Type'] !== 'Function Scan');
  expectLookUp(looked, { index: 'agent_run_scores_pkey', rows: 1 });
});

test('a full window reads only the evaluations evicted in five batches', async () => {
  await pool.run(sql`
    update agents set n = 500, seq = 2000, window_start_seq = 1501
    where organization_id = ${toUuid(organization_id)} and agent_id = ${agent_id}`);
  const wanted = [{ ...agentKey(organization_id, agent_id), countable: 3 }];
  const plan = await explain(pool, (connection) => readAgents(connection, wanted));
  const scans = plan.filter((node) => node['Node Type'].includes('Scan') && node['Index Name'] !== undefined);
  expect(scans.map((node) => [node['Index Name'], node['Actual Rows']])).toEqual([
    ['agents_pkey', 1],
    ['evaluations_by_agent', 15],
  ]);
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
});
