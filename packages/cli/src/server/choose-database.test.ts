import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { chooseDatabase, nameDatabase } from './choose-database.ts';

const here = resolve('.assay');
const url = 'postgresql://assay:secret@db.example.com:5432/assay';

test.each([
  { named: { url: undefined, root: undefined }, there: true, database: `${here}/db`, why: 'a server was started here' },
  { named: { url: '', root: undefined }, there: true, database: `${here}/db`, why: 'an empty address is none' },
  { named: { url: undefined, root: '/srv/assay' }, there: false, database: '/srv/assay/db', why: 'it was named' },
  { named: { url, root: undefined }, there: false, database: 'db.example.com:5432/assay', why: 'so was this' },
])('$database: $why', ({ named, there, database }) => {
  expect(chooseDatabase(named, () => there)).toMatchObject({ database });
});

test('where no server was ever started, there is nothing to make a key of', () => {
  const choose = () => chooseDatabase({ url: undefined, root: undefined }, () => false);
  expect(choose).toThrow(expect.objectContaining({ code: 'usage', message: expect.stringContaining(`${here}/db`) }));
});

test.each([
  [url, 'db.example.com:5432/assay'],
  ['postgres://reader@[::1]/assay?sslmode=require&password=secret', '[::1]/assay'],
  ['postgresql://assay:secret@/assay?host=/run/postgresql', 'the one that was named'],
  ['postgresql:///assay?host=/run/postgresql', '/run/postgresql/assay'],
  ['postgresql://assay:secret@localhost', 'localhost'],
  ['secret', 'the one that was named'],
])('%s is called %s', (given, name) => {
  expect(nameDatabase(given)).toBe(name);
});
