import { REFERENCE_AGENTS } from '@assay/schema';
import { expect, test } from 'vitest';
import { createOrganization, createTestDatabase } from '../../../../test/database.ts';
import { explain } from '../../../../test/explain.ts';
import { createWorkspace } from '../../../../test/runs.ts';
import { openPool } from '../../sql/connection.ts';
import { toUuid } from '../../sql/ids.ts';
import { sql } from '../../sql/sql.ts';
import { openStore } from '../../store.ts';
import { runsTable } from '../runs/runs.ts';

const RUNS = 20_000;

test('the proof of a task is one lookup per reference agent, for any number of runs', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url, connections: 2 });
  await using pool = openPool({ url: database.url, connections: 2 });
  const organization_id = await createOrganization(store);
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const agents = REFERENCE_AGENTS.map(({ id }) => id);
  await pool.run(sql`
    insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, proves, status, created_at)
    select ${toUuid(organization_id)}, gen_random_uuid(), ${toUuid(workspace_id)}, ${toUuid(task_id)},
      (${agents}::text[])[n % ${agents.length}::integer + 1], 'one', case n % 3 when 0 then 'proof' end, n % 3 = 0, 'queued',
      now() - make_interval(mins => n)
    from generate_series(1, ${RUNS}::integer) as n`);
  await pool.run(sql`
    insert into grades (organization_id, run_id, revision, graded_at, grade)
    select organization_id, run_id, 1, now(), '{}' from runs`);
  await pool.run(sql`analyze`);
  const plan = await explain(pool, (connection) =>
    runsTable(connection).listProof(organization_id, { task_id, agents }),
  );
  const looked = plan.filter((node) => node['Index Name'] !== undefined);
  expect(looked.map((node) => node['Index Name'])).toEqual(['runs_of_proofs', 'grades_pkey']);
  for (const node of looked) expect(node['Actual Rows']).toBeLessThanOrEqual(1);
  expect(plan.map((node) => node['Node Type'])).not.toContain('Seq Scan');
  expect(plan.map((node) => node['Node Type'])).not.toContain('Sort');
  expect(plan[0]?.['Actual Rows']).toBe(agents.length);
}, 120_000);
