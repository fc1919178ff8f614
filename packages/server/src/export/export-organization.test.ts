import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { OrganizationId } from '@assay/schema';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { createTestDatabase } from '../../test/database.ts';
import { FILLED_CONTENT, FILLED_SECRET, fillTables, listColumns } from '../../test/fill-tables.ts';
import { openPool } from '../store/sql/connection.ts';
import { formatId } from '../store/sql/ids.ts';
import { query } from '../store/sql/sql.ts';
import { exportOrganization } from './export-organization.ts';
import { EXPORTED_TABLES, ID_PREFIXES, LEFT_OUT_COLUMNS, LEFT_OUT_OF_SERVER, LEFT_OUT_TABLES } from './export-rules.ts';

const Id = z.object({ id: z.string() });

test('an export has every column of every row of one organization, except what it says it leaves out', async () => {
  await using database = await createTestDatabase();
  await using pool = openPool({ url: database.url, connections: 1 });
  const columns = await listColumns(pool);
  await fillTables(pool, columns);
  const { id } = await pool.get(query(Id)`select organization_id as id from organizations`);
  // another organization, of which nothing may be seen
  const owned = columns.filter(({ table }) =>
    columns.some((one) => one.table === table && one.name === 'organization_id'),
  );
  await fillTables(pool, owned, 1);

  const folder = await mkdtemp(join(tmpdir(), 'assay-export-'));
  await using _ = { [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }) };
  const out = join(folder, 'new', 'export');
  const options = {
    ...{ url: database.url, environment: {}, organization_id: formatId('org', id) as OrganizationId, folder: out },
    ...{ now: Date.now, onTable: () => undefined, signal: new AbortController().signal },
  };
  const manifest = await exportOrganization(options);
  const tables = new Set(owned.map(({ table }) => table));
  expect(tables.size).toBeGreaterThan(25);
  expect([...manifest.kinds.map(({ kind }) => kind), ...Object.keys(LEFT_OUT_TABLES)].sort()).toEqual(
    [...tables].sort(),
  );
  const others = columns.map(({ table }) => table).filter((table) => !tables.has(table));
  expect([...new Set(others), 'migrations'].sort()).toEqual(Object.keys(LEFT_OUT_OF_SERVER).sort());
  const uuids = owned.filter(({ type }) => type === 'uuid').map(({ name }) => name);
  expect([...new Set(uuids)].filter((name) => !(name in ID_PREFIXES))).toEqual([]);
  const secrets = owned.filter(
    ({ table, name }) => EXPORTED_TABLES.has(table) && /secret|token|password|private/.test(name),
  );
  expect(
    secrets.filter(({ table, name, type }) => type !== 'timestamp with time zone' && !LEFT_OUT_COLUMNS[table]?.[name]),
  ).toEqual([]);
  const left_out = manifest.left_out.map(({ what }) => what);
  for (const { kind, file, rows, sha256 } of manifest.kinds) {
    const text = await readFile(join(out, file), 'utf8');
    expect(createHash('sha256').update(text).digest('hex')).toBe(sha256);
    expect({ kind, rows }).toEqual({ kind, rows: 1 });
    const row = JSON.parse(text) as Record<string, unknown>;
    const own = owned.filter(({ table }) => table === kind).map(({ name }) => name);
    expect([...Object.keys(row), ...Object.keys(LEFT_OUT_COLUMNS[kind] ?? {})].sort()).toEqual(own.sort());
    expect(row['organization_id']).toBe(options.organization_id);
    expect(Object.keys(LEFT_OUT_COLUMNS[kind] ?? {}).filter((name) => !left_out.includes(`${kind}.${name}`))).toEqual(
      [],
    );
  }
  const read = async (kind: string) => JSON.parse(await readFile(join(out, `${kind}.jsonl`), 'utf8'));
  expect(await read('agent_sessions')).toMatchObject({ report: { session: 'report' } });
  expect(await read('run_evidence')).toMatchObject({ run_id: expect.stringMatching(/^run_\w{26}$/) });
  expect(await read('runs')).toMatchObject({
    created_at: '2026-01-02T03:04:05.678+00:00',
    run: { run: [0, 'text', null] },
  });

  // each file is what run_evidence and task_files name by its digest
  expect(manifest).toMatchObject({ files: { count: 1, size_bytes: FILLED_CONTENT.length }, damaged: [] });
  const { digest } = await read('run_evidence');
  expect(await readFile(join(out, 'files', digest), 'utf8')).toBe(FILLED_CONTENT);

  const entries = await readdir(out, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((one) => one.isFile()))
    expect(await readFile(join(entry.parentPath, entry.name), 'utf8')).not.toContain(FILLED_SECRET);
  await expect(exportOrganization(options)).rejects.toMatchObject({
    code: 'unwritable_file',
    message: expect.stringContaining('expected a new or empty folder'),
  });
});
