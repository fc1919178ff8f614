import { OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';

const Deleted = z.object({
  organization_id: idColumn('org', OrganizationId),
  name: z.string(),
  deleted_by: z.string().nullable(),
});
/** An organization whose rows are not deleted yet. */
export type DeletedOrganization = z.infer<typeof Deleted>;

/** Seconds until every server has forgotten the keys and settings of an organization. */
export const FORGOTTEN_S = 5;

export const deletedOrganizationsTable = (connection: Connection) => ({
  /** Ends every access to an organization and every run. Requires a transaction. */
  async add(organization_id: OrganizationId, deleted_by: string): Promise<void> {
    const own = sql`organization_id = ${toUuid(organization_id)}`;
    await connection.run(sql`update organizations set deleted_at = now(), deleted_by = ${deleted_by} where ${own}`);
    await connection.run(sql`update api_keys set revoked_at = coalesce(revoked_at, now()) where ${own}`);
    await connection.run(sql`
      update members set removed_at = now(), email = null, oidc_issuer = null, oidc_subject = null
      where ${own} and removed_at is null`);
    await connection.run(sql`delete from invitations where ${own}`);
    await connection.run(sql`delete from shares where ${own}`);
    await connection.run(sql`delete from sessions where ${own}`);
    await connection.run(sql`delete from session_links where ${own}`);
    // a worker that holds one of them notices within seconds
    await connection.run(sql`
      update runs set status = 'cancelled', finished_at = now() where ${own} and status in ('queued', 'running')`);
    await this.deleteJobs(organization_id);
  },

  /**
   * Those whose rows can be deleted: no server accepts requests for them any more. A long upload or a worker may still
   * write. Then `remove` fails, and the rows are deleted again.
   */
  list: (): Promise<DeletedOrganization[]> =>
    connection.list(query(Deleted)`
      select organization_id, name, deleted_by from organizations
      where deleted_at < now() - make_interval(secs => ${FORGOTTEN_S}) order by deleted_at`),

  /** The tables with rows of organizations. A table comes before those that it refers to. */
  async listTables(): Promise<string[]> {
    const tables = await connection.list(query(z.object({ table: z.string(), refers_to: z.array(z.string()) }))`
      select quote_ident(tables.relname) as table,
        array(
          select quote_ident(others.relname) from pg_constraint join pg_class as others on others.oid = confrelid
          where contype = 'f' and conrelid = tables.oid and confrelid <> conrelid
        ) as refers_to
      from pg_class as tables
      join pg_attribute on attrelid = tables.oid and attname = 'organization_id' and not attisdropped
      where tables.relnamespace = 'public'::regnamespace and tables.relkind in ('r', 'p')
        and not tables.relispartition and tables.relname <> 'organizations'
      order by 1`);
    const sorted: string[] = [];
    for (let rest = tables; rest.length > 0; ) {
      const needed = new Set(rest.flatMap(({ refers_to }) => refers_to));
      const free = rest.filter(({ table }) => !needed.has(table));
      if (free.length === 0)
        throw new Error(`Tables refer to each other: ${rest.map(({ table }) => table).join(', ')}`);
      sorted.push(...free.map(({ table }) => table));
      rest = rest.filter((one) => !free.includes(one));
    }
    return sorted;
  },

  /** Deletes some rows of a deleted organization. Returns how many. Requires a transaction. */
  async deleteRows(organization_id: OrganizationId, table: string, limit: number): Promise<number> {
    const uuid = toUuid(organization_id);
    // another process may delete the same rows: this one then waits, and picks others
    await connection.run(sql`select from organizations where organization_id = ${uuid} for no key update`);
    // lets rows be deleted that are otherwise final
    await connection.run(sql`select set_config('assay.deleted_organization', ${uuid}, true)`);
    const statement = `delete from ${table} where ctid = any (array(
      select ctid from ${table} where organization_id = `;
    return connection.run({ strings: [statement, ' limit ', '))'], values: [uuid, limit] });
  },

  /** The folders and object stores with contents of a deleted organization. */
  async listLocations(organization_id: OrganizationId): Promise<string[]> {
    const found = await connection.list(query(z.object({ location: z.string() }))`
      select distinct location from evidence_parts
      where organization_id = ${toUuid(organization_id)} and blob is not null order by location`);
    return found.map(({ location }) => location);
  },

  /** Deletes the waiting and finished jobs of a deleted organization. */
  async deleteJobs(organization_id: OrganizationId): Promise<void> {
    const { exists } = await connection.get(query(z.object({ exists: z.boolean() }))`
      select to_regclass('assay_queue.job') is not null as exists`);
    if (!exists) return;
    await connection.run(sql`delete from assay_queue.job where data ->> 'organization_id' = ${organization_id}`);
  },

  /** Deletes the organization itself, after its rows. */
  async remove(organization_id: OrganizationId): Promise<void> {
    await connection.run(sql`
      delete from organizations where organization_id = ${toUuid(organization_id)} and deleted_at is not null`);
  },
});
