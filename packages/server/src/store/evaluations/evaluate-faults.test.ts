import type { EvaluationId } from '@assay/schema';
import { expect, test } from 'vitest';
import { createOrganization, type TestDatabase } from '../../../test/database.ts';
import { buildEvaluation, findDrift } from '../../../test/evaluations.ts';
import { killScript } from '../../../test/processes.ts';
import { useStore } from '../../../test/use-store.ts';
import { openPool } from '../sql/connection.ts';
import { sql } from '../sql/sql.ts';
import type { Store } from '../store.ts';

const CONNECTIONS = 6;

let database: TestDatabase;
let store: Store;
useStore({ connections: CONNECTIONS }, (opened) => {
  ({ database, store } = opened);
});

test('after processes are killed, every acknowledged evaluation is stored once and windows agree', async () => {
  const organization_id = await createOrganization(store);
  const agents = ['a', 'b', 'c'];
  const acknowledged = await Promise.all(
    [200, 600].map((lines) =>
      killScript('append-forever.ts', { args: [database.url, organization_id, ...agents], lines }),
    ),
  );
  for (const evaluation_id of acknowledged.flat()) {
    expect(await store.evaluations.find(organization_id, evaluation_id as EvaluationId), evaluation_id).toBeDefined();
  }
  // the next process finds no locks and no partial writes
  for (const agent_id of agents) {
    await store.evaluate(organization_id, buildEvaluation({ agent_id }));
    const { log, expected, found } = await findDrift(store, { organization_id, agent_id });
    expect(found).toEqual(expected);
    expect(log.map(({ seq }) => seq)).toEqual(log.map((_, index) => index + 1));
  }
}, 120_000);

test('when all connections are lost, pending requests fail clearly and retries by key count once', async () => {
  const organization_id = await createOrganization(store);
  const requests = Array.from({ length: 300 }, (_, index) => buildEvaluation({ agent_id: 'a' }, `key-${index}`));
  await using pool = openPool({ url: database.url, connections: 1 });
  const attempts = requests.map((request) => store.evaluate(organization_id, request));
  const settled = Promise.allSettled(attempts);
  await attempts[0]?.catch(() => undefined);
  const late = Promise.allSettled(requests.map((request) => store.evaluate(organization_id, request)));
  await pool.run(sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`);
  for (const result of [...(await settled), ...(await late)]) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'database_unavailable' });
  }
  // a lost idle connection is detected on use: use each once
  await Promise.allSettled(Array.from({ length: CONNECTIONS }, () => store.organizations.findFirst()));
  await Promise.all(requests.map((request) => store.evaluate(organization_id, request)));
  const { log, expected, found } = await findDrift(store, { organization_id, agent_id: 'a' });
  expect(log).toHaveLength(300);
  expect(found).toEqual(expected);
});
