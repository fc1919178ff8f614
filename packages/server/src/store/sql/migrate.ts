import { createHash } from 'node:crypto';
import { AssayError, Digest } from '@assay/schema';
import { z } from 'zod';
import type { Connection, Pool } from './connection.ts';
import { query, sql } from './sql.ts';

/** A step from one schema to the next. Never edited once released; changes go in a new step. */
export interface Migration {
  readonly name: string;
  readonly sql: string;
}

/** A migration as a database remembers it. */
export const AppliedMigration = z.object({ number: z.int(), name: z.string(), digest: Digest });
export type AppliedMigration = z.infer<typeof AppliedMigration>;

// an arbitrary number that no other advisory lock uses
const LOCK = 0x6d_69_67_72;

/**
 * Migrates the schema to the current version. Processes may call it concurrently: one migrates, the others wait. A
 * database with different applied migrations is rejected before any change.
 */
export async function migrate(pool: Pool, migrations: readonly Migration[]): Promise<void> {
  await pool.transaction(async (connection) => {
    await lockMigrations(connection);
    await migrateWithin(connection, migrations);
  });
}

/** Until the end of the transaction, nobody else migrates. */
export async function lockMigrations(connection: Connection): Promise<void> {
  await connection.run(sql`select pg_advisory_xact_lock(${LOCK})`);
}

/** Migrates in an open transaction that has the lock. */
export async function migrateWithin(connection: Connection, migrations: readonly Migration[]): Promise<void> {
  await connection.run(sql`create table if not exists migrations (
    number integer primary key,
    name text not null,
    digest text not null,
    applied_at timestamptz(3) not null default now()
  )`);
  const applied = await listMigrations(connection);
  refuseAnotherPast(applied, migrations);
  for (const [index, migration] of migrations.entries()) {
    if (index >= applied.length) await apply(connection, { ...migration, number: index + 1 });
  }
}

/** The migrations of a database, in order. */
export const listMigrations = (connection: Connection): Promise<AppliedMigration[]> =>
  connection.list(query(AppliedMigration)`select number, name, digest from migrations order by number`);

async function apply(connection: Connection, migration: Migration & { number: number }): Promise<void> {
  const { number, name } = migration;
  await connection.run({ strings: [migration.sql], values: [] });
  await connection.run(
    sql`insert into migrations (number, name, digest) values (${number}, ${name}, ${digestOf(migration)})`,
  );
}

/** Throws if migrations are not the first of the known ones. */
export function refuseAnotherPast(applied: readonly AppliedMigration[], migrations: readonly Migration[]): void {
  for (const [index, { number, name, digest }] of applied.entries()) {
    const known = migrations[index];
    if (known === undefined) {
      throw new AssayError(
        'database_unavailable',
        `The database has migration ${number}: ${name}, but this Assay knows only ${migrations.length}. ` +
          'A newer Assay wrote it: update this one.',
      );
    }
    if (number !== index + 1 || known.name !== name || digestOf(known) !== digest) {
      throw new AssayError(
        'database_unavailable',
        `Migration ${index + 1} should be ${known.name} (digest ${digestOf(known).slice(0, 12)}), ` +
          `but the database has ${number}: ${name} (${digest.slice(0, 12)}). The database belongs to another build of Assay: use that build, or another database.`,
      );
    }
  }
}

const digestOf = ({ sql }: Migration): string => createHash('sha256').update(sql).digest('hex');
