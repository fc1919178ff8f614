import { expect, test } from 'vitest';
import { createOrganization, createTestDatabase } from '../../../../test/database.ts';
import { openPool } from '../../sql/connection.ts';
import { sql } from '../../sql/sql.ts';
import { openStore } from '../../store.ts';

test('the database rejects changes of the audit log', async () => {
  await using database = await createTestDatabase();
  await using store = await openStore({ url: database.url });
  await using pool = openPool({ url: database.url, connections: 1 });
  const organization_id = await createOrganization(store);
  await store.audit_log.append(organization_id, { actor: 'a', action: 'b', target: null, details: {} });
  for (const statement of [sql`update audit_log set actor = 'somebody else'`, sql`delete from audit_log`]) {
    await expect(pool.run(statement)).rejects.toMatchObject({
      code: 'conflict',
      message: expect.stringContaining('never changed'),
    });
  }
}, 120_000);
