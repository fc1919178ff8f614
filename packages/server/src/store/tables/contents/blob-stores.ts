import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { parseBlobName } from '../../blobs/blob-name.ts';
import type { Connection } from '../../sql/connection.ts';
import { json, query, type Sql, sanitizeText, sql } from '../../sql/sql.ts';

const Owner = z.object({ owner: z.string() });
const Location = z.object({ location: z.string() });
const Name = z.object({ name: z.string() });
const Free = z.object({ free: z.boolean() });

// an arbitrary number that no other advisory lock uses
const BACKUP_LOCK = 0x62_6c_6f_62;

/** The folders and object stores of this database. */
export const blobStoresTable = (connection: Connection) => ({
  /** Whether a mark is of this database; a store that was copied has the mark of the first one. */
  async isOwn(mark: string): Promise<boolean> {
    return (await connection.run(sql`select from blob_stores where owner::text = ${sanitizeText(mark)}`)) > 0;
  },

  /** The mark of this database on a store, made if missing. */
  async claim(location: string): Promise<string> {
    await connection.run(sql`
      insert into blob_stores (location, owner) values (${location}, ${randomUUID()}) on conflict do nothing`);
    return (await connection.get(query(Owner)`select owner from blob_stores where location = ${location}`)).owner;
  },

  /** The stores that this database has marked as its own. */
  async listLocations(): Promise<string[]> {
    const stores = await connection.list(query(Location)`select location from blob_stores order by claimed_at`);
    return stores.map(({ location }) => location);
  },

  /**
   * Which of these blobs no row has, of organizations of this database. Names are random, so a row with the name needs
   * the blob, whatever its location: the store may have been copied, or have a new address.
   */
  async listUnused(names: readonly string[]): Promise<string[]> {
    const unused = await connection.list(query(Name)`
      select name from ${recordset(names)}
      where exists (select from organizations where organization_id = organization)
        and not exists (
          select from evidence_parts as part
          where part.organization_id = organization and part.digest = decode(asked.digest, 'hex') and part.blob = name
        )`);
    return unused.map(({ name }) => name);
  },

  /** Deletes the contents that have these blobs. */
  async deleteContents(location: string, names: readonly string[]): Promise<void> {
    await connection.run(sql`
      delete from evidence_parts as part using ${recordset(names)}
      where part.organization_id = organization and part.digest = decode(asked.digest, 'hex')
        and part.location = ${location} and part.blob = name`);
  },

  /** Like `lockForBackup`, without waiting; false if another backup has the lock, or blobs are being deleted. */
  async tryLockForBackup(): Promise<boolean> {
    const { free } = await connection.get(query(Free)`select pg_try_advisory_xact_lock(${BACKUP_LOCK}) as free`);
    return free;
  },

  /** Until the end of the transaction, no blob is deleted that a row now has. */
  async lockForBackup(): Promise<void> {
    await connection.run(sql`select pg_advisory_xact_lock(${BACKUP_LOCK})`);
  },

  /** Whether no backup reads blobs; none starts until the end of the transaction. */
  async mayDelete(): Promise<boolean> {
    const { free } = await connection.get(query(Free)`select pg_try_advisory_xact_lock_shared(${BACKUP_LOCK}) as free`);
    return free;
  },
});

const recordset = (names: readonly string[]): Sql => {
  const asked = names.flatMap((name) => {
    const key = parseBlobName(name);
    return key === undefined ? [] : [{ name, ...key }];
  });
  return sql`json_to_recordset(${json(asked)}) as asked (name text, organization uuid, digest text)`;
};
