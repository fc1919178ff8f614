import { AgentSpec } from '@assay/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase, newId } from '../../../test/database.ts';
import { openPool } from '../sql/connection.ts';
import { toUuid } from '../sql/ids.ts';
import { migrate } from '../sql/migrate.ts';
import { json, query, sql } from '../sql/sql.ts';
import { MIGRATIONS } from './index.ts';

// the reference agents of that time
const CHEATS = [
  ...['delete-tests', 'empty-tests', 'skip-all', 'weaken-assertions', 'forced-green', 'exit-0-stub'],
  'special-case-input',
];
const KNOWN = [
  ...['oracle', 'nop'].map((type) => ({ id: type, type })),
  ...CHEATS.map((cheat) => ({ id: `cheat:${cheat}`, type: 'cheat', cheat })),
];

const OTHERS = [
  { label: null, agent: { id: 'oracle', type: 'oracle' } },
  { label: 'proof', agent: { id: 'oracle', type: 'command', command: 'true' } },
  { label: 'proof', agent: { id: 'command', type: 'command', command: 'true' } },
  { label: 'proof', agent: { id: 'cheat:skip-all', type: 'cheat', cheat: 'delete-tests' } },
];

test('marks earlier proof runs, and no others', async () => {
  await using database = await createTestDatabase({ empty: true });
  await using pool = openPool({ url: database.url, connections: 1 });
  await migrate(pool, MIGRATIONS.slice(0, 12));
  const [organization, workspace, task] = [toUuid(newId('org')), toUuid(newId('wsp')), toUuid(newId('task'))];
  await pool.run(sql`insert into organizations (organization_id, name) values (${organization}, 'one')`);
  await pool.run(sql`
    insert into workspaces (organization_id, workspace_id, name) values (${organization}, ${workspace}, 'one')`);
  await pool.run(sql`
    insert into tasks (organization_id, task_id, seeded_at, scenario, task_digest, scorers_digest, rubric_digest, seed_digest)
    values (${organization}, ${task}, now(), '{}', '1', '2', '3', '4')`);
  const asked = [...KNOWN.map((agent) => ({ label: 'proof', agent })), ...OTHERS];
  for (const { label, agent } of asked) {
    const run = toUuid(newId('run'));
    await pool.run(sql`
      insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, status)
      values (${organization}, ${run}, ${workspace}, ${task}, ${agent.id}, 'one', ${label}, 'queued')`);
    await pool.run(sql`
      insert into run_requests (organization_id, run_id, agent, repeat, priority)
      values (${organization}, ${run}, ${json(AgentSpec.parse(agent))}, 1, 0)`);
  }
  await migrate(pool, MIGRATIONS);
  const proving = await pool.list(query(z.object({ agent_id: z.string() }))`
    select agent_id from runs where proves order by created_at, run_id`);
  expect(proving.map(({ agent_id }) => agent_id)).toEqual(KNOWN.map(({ id }) => id));
}, 120_000);
