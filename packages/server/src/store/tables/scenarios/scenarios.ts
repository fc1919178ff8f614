import { AssayError, Instant, type OrganizationId, Scenario, ScenarioId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sql } from '../../sql/sql.ts';

/** The current revision of an editable scenario. */
export const StoredScenario = z.object({
  scenario_id: idColumn('scn', ScenarioId),
  /** Increases with every edit. */
  revision: z.int().min(1),
  scenario: Scenario,
  created_at: Instant,
  updated_at: Instant,
  /** Null unless archived. */
  archived_at: Instant.nullable(),
});
export type StoredScenario = z.infer<typeof StoredScenario>;

const columns = sql`scenario_id, revision, scenario, created_at, updated_at, archived_at`;

export const scenariosTable = (connection: Connection) => {
  const find = (organization_id: OrganizationId, scenario_id: ScenarioId): Promise<StoredScenario | undefined> =>
    connection.find(query(StoredScenario)`
      select ${columns} from scenarios
      where organization_id = ${toUuid(organization_id)} and scenario_id = ${toUuid(scenario_id)}`);
  return {
    find,

    create: (
      organization_id: OrganizationId,
      { scenario_id, scenario }: Pick<StoredScenario, 'scenario_id' | 'scenario'>,
    ): Promise<StoredScenario> =>
      connection.get(query(StoredScenario)`
        insert into scenarios (organization_id, scenario_id, name, scenario)
        values (${toUuid(organization_id)}, ${toUuid(scenario_id)}, ${scenario.name}, ${json(scenario)})
        returning ${columns}`),

    /** Edits the given revision; a conflict if it is no longer current. Undefined if missing or archived. */
    async update(
      organization_id: OrganizationId,
      { scenario_id, revision, scenario }: Pick<StoredScenario, 'scenario_id' | 'revision' | 'scenario'>,
    ): Promise<StoredScenario | undefined> {
      const updated = await connection.find(query(StoredScenario)`
        update scenarios set
          revision = revision + 1, name = ${scenario.name}, scenario = ${json(scenario)}, updated_at = now()
        where organization_id = ${toUuid(organization_id)} and scenario_id = ${toUuid(scenario_id)}
          and revision = ${revision} and archived_at is null
        returning ${columns}`);
      if (updated !== undefined) return updated;
      const found = await find(organization_id, scenario_id);
      if (found === undefined || found.archived_at !== null) return undefined;
      throw new AssayError(
        'revision_mismatch',
        `The scenario ${scenario_id} is at revision ${found.revision}, not ${revision}; read it again`,
      );
    },

    /** Archives a scenario. Its tasks and runs stay, and its name is free again. */
    archive: (organization_id: OrganizationId, scenario_id: ScenarioId): Promise<StoredScenario | undefined> =>
      connection.find(query(StoredScenario)`
        update scenarios set archived_at = coalesce(archived_at, now())
        where organization_id = ${toUuid(organization_id)} and scenario_id = ${toUuid(scenario_id)}
        returning ${columns}`),

    /** All but archived scenarios, by name. */
    list: (organization_id: OrganizationId, page: PageRequest): Promise<Page<StoredScenario>> =>
      listPage(connection, {
        ...page,
        key: z.tuple([z.string()]),
        keyOf: ({ scenario }) => [scenario.name] as const,
        select: (after, limit) => query(StoredScenario)`
          select ${columns} from scenarios
          where organization_id = ${toUuid(organization_id)} and archived_at is null
            ${after ? sql`and name > ${after[0]}` : sql``}
          order by name limit ${limit}`,
      }),
  };
};
