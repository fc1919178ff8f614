import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, newId } from '../../../test/database.ts';
import { openPool } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { migrate } from '../sql/migrate.ts';
import { query, sql } from '../sql/sql.ts';
import { MIGRATIONS } from './index.ts';

const not_scored = { reason: 'model_unavailable' };
const KEPT = [
  { grades: [{ judgment: null, not_scored: null }], state: 'not_asked' },
  { grades: [{ judgment: null }], state: 'not_asked' },
  { grades: [{ judgment: { verdict: 'PASS' }, not_scored: null }], state: 'PASS' },
  { grades: [{ judgment: { verdict: null }, not_scored: null }], state: 'UNPARSEABLE' },
  { grades: [{ judgment: null, not_scored }], state: 'not_applicable' },
  // the last grade is current
  { grades: [{ judgment: null, not_scored: null }, { judgment: { verdict: 'FAIL' } }], state: 'FAIL' },
  { grades: [], state: null },
];

test('derives the judge state from earlier grades', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pool = openPool({ url: database.url, connections: 1 });
  const before = MIGRATIONS.findIndex(({ name }) => name === 'judge-state');
  await migrate(pool, MIGRATIONS.slice(0, before));
  const [organization, workspace, task] = [toUuid(newId('org')), toUuid(newId('wsp')), toUuid(newId('task'))];
  await pool.run(sql`insert into organizations (organization_id, name) values (${organization}, 'one')`);
  await pool.run(sql`
    insert into workspaces (organization_id, workspace_id, name) values (${organization}, ${workspace}, 'one')`);
  await pool.run(sql`
    insert into tasks (organization_id, task_id, seeded_at, scenario, task_digest, scorers_digest, rubric_digest, seed_digest)
    values (${organization}, ${task}, now(), '{}', '1', '2', '3', '4')`);
  for (const [index, { grades }] of KEPT.entries()) {
    const run = toUuid(newId('run'));
    await pool.run(sql`
      insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, status)
      values (${organization}, ${run}, ${workspace}, ${task}, 'bot', ${String(index)}, null, 'queued')`);
    for (const [revision, grade] of grades.entries())
      await pool.run(sql`
        insert into grades (organization_id, run_id, revision, graded_at, grade)
        values (${organization}, ${run}, ${revision + 1}, now(), ${JSON.stringify(grade)})`);
  }
  await migrate(pool, MIGRATIONS);
  const states = await pool.list(query(z.object({ judge_state: z.string().nullable() }))`
    select judge_state from runs order by scenario`);
  expect(states.map(({ judge_state }) => judge_state)).toEqual(KEPT.map(({ state }) => state));
}, 120_000);
