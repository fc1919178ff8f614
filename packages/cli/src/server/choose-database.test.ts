import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chooseDatabase, formatDatabaseName } from './choose-database.ts';

const here = resolve('.assay');
const url = 'postgresql://assay:secret@db.example.com:5432/assay';

test.each([
  { named: { url: undefined, root: undefined }, there: true, database: `${here}/db`, why: 'a server was started here' },
  { named: { url: '', root: undefined }, there: true, database: `${here}/db`, why: 'an empty URL is ignored' },
  { named: { url: undefined, root: '/srv/assay' }, there: false, database: '/srv/assay/db', why: '--root is given' },
  { named: { url, root: undefined }, there: false, database: 'db.example.com:5432/assay', why: 'a URL is given' },
])('$database: $why', ({ named, there, database }) => {
  expect(chooseDatabase(named, () => there)).toMatchObject({ database });
});

test('rejects a folder in which no server was started', () => {
  const choose = () => chooseDatabase({ url: undefined, root: undefined }, () => false);
  expect(choose).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(`${here}/db`) }));
});

test.each([
  [url, 'db.example.com:5432/assay'],
  ['postgres://reader@[::1]/assay?sslmode=require&password=secret', '[::1]/assay'],
  ['postgresql://assay:secret@/assay?host=/run/postgresql', 'as given'],
  ['postgresql:///assay?host=/run/postgresql', '/run/postgresql/assay'],
  ['postgresql://assay:secret@localhost', 'localhost'],
  ['secret', 'as given'],
])('%s is shown as %s', (given, name) => {
  expect(formatDatabaseName(given)).toBe(name);
});
