import { Instant, OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from './connection.ts';
import { idColumn, uuidOf } from './ids.ts';
import { query } from './sql.ts';

/** Who owns the data. Nothing of one is ever seen by another. */
export const Organization = z
  .object({
    organization_id: idColumn('org', OrganizationId),
    name: z.string(),
    created_at: Instant,
  })
  .meta({ description: 'Who owns the data.' });
export type Organization = z.infer<typeof Organization>;

export const organizationsTable = (connection: Connection) => ({
  create: ({ organization_id, name }: { organization_id: OrganizationId; name: string }): Promise<Organization> =>
    connection.get(query(Organization)`
      insert into organizations (organization_id, name) values (${uuidOf(organization_id)}, ${name})
      returning organization_id, name, created_at`),

  find: (organization_id: OrganizationId): Promise<Organization | undefined> =>
    connection.find(query(Organization)`
      select organization_id, name, created_at from organizations where organization_id = ${uuidOf(organization_id)}`),

  /** The one that was there first: the owner of what a single user does. */
  findFirst: (): Promise<Organization | undefined> =>
    connection.find(query(Organization)`
      select organization_id, name, created_at from organizations order by organization_id limit 1`),
});
