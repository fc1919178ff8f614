import { OrganizationId } from '@assay/schema';
import { Organization, type TelemetryContent } from '@assay/schema/api';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';

const Row = Organization.extend({ organization_id: idColumn('org', OrganizationId) });
const columns = sql`organization_id, name, latency_ref_ms, telemetry_content, created_at`;

export interface OrganizationChange {
  readonly name?: string | undefined;
  readonly latency_ref_ms?: number | null | undefined;
  readonly telemetry_content?: TelemetryContent | undefined;
}

export const organizationsTable = (connection: Connection) => ({
  create: ({ organization_id, name }: { organization_id: OrganizationId; name: string }): Promise<Organization> =>
    connection.get(query(Row)`
      insert into organizations (organization_id, name) values (${toUuid(organization_id)}, ${name})
      returning ${columns}`),

  find: (organization_id: OrganizationId): Promise<Organization | undefined> =>
    connection.find(query(Row)`
      select ${columns} from organizations
      where organization_id = ${toUuid(organization_id)} and deleted_at is null`),

  /** Changes only the given fields. */
  update: (
    organization_id: OrganizationId,
    { name, latency_ref_ms, telemetry_content }: OrganizationChange,
  ): Promise<Organization | undefined> =>
    connection.find(query(Row)`
      update organizations set
        name = coalesce(${name ?? null}, name),
        telemetry_content = coalesce(${telemetry_content ?? null}, telemetry_content)
        ${latency_ref_ms === undefined ? sql`` : sql`, latency_ref_ms = ${latency_ref_ms}`}
      where organization_id = ${toUuid(organization_id)} returning ${columns}`),

  /** Makes other transactions that lock it wait until this one ends. */
  async lock(organization_id: OrganizationId): Promise<void> {
    await connection.run(sql`
      select from organizations where organization_id = ${toUuid(organization_id)} for no key update`);
  },

  /** All organizations, oldest first. */
  list: (): Promise<Organization[]> =>
    connection.list(query(Row)`select ${columns} from organizations where deleted_at is null order by organization_id`),

  /** The oldest organization: the default owner. */
  findFirst: (): Promise<Organization | undefined> =>
    connection.find(query(Row)`select ${columns} from organizations where deleted_at is null
      order by organization_id limit 1`),
});
