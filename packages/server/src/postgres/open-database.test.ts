import { expect, test } from 'vitest';
import { openDatabase } from './open-database.ts';

test('uses the database of the operator and creates nothing under the root', async () => {
  const url = 'postgresql://someone:secret@database.example:5432/assay?sslmode=require';
  await using database = await openDatabase({ root: '/nowhere', database_url: url });
  expect(database).toMatchObject({ url, managed: false });
});

test.each(['mysql://someone:secret@host/name', 'host=/run dbname=assay password=secret', 'postgres://a:secret@[::'])(
  'rejects %s without repeating it',
  async (url) => {
    const error: unknown = await openDatabase({ root: '/nowhere', database_url: url }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject({ code: 'database_unavailable' });
    expect(String(error)).not.toContain('secret');
  },
);
