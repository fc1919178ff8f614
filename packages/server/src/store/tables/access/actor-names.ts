import type { OrganizationId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { formatId, toUuid } from '../../sql/ids.ts';
import { query, sql } from '../../sql/sql.ts';

const Named = z.object({ prefix: z.string(), id: z.string(), name: z.string() });

/** Adds the names of members and API keys to what they did. */
export async function nameActors<Item extends { readonly actor: string }>(
  connection: Connection,
  organization_id: OrganizationId,
  items: readonly Item[],
): Promise<(Item & { actor_name: string | null })[]> {
  const names = await findNames(connection, organization_id, [...new Set(items.map(({ actor }) => actor))]);
  return items.map((item) => ({ ...item, actor_name: names.get(item.actor) ?? null }));
}

async function findNames(
  connection: Connection,
  organization_id: OrganizationId,
  actors: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const uuids = actors.filter((actor) => /^(usr|key)_[0-7][0-9a-hjkmnp-tv-z]{25}$/.test(actor)).map(toUuid);
  if (uuids.length === 0) return new Map();
  const own = sql`organization_id = ${toUuid(organization_id)}`;
  const found = await connection.list(query(Named)`
    select 'usr' as prefix, member_id as id, name from members where ${own} and member_id = any(${uuids}::uuid[])
    union all
    select 'key' as prefix, api_key_id as id, name from api_keys where ${own} and api_key_id = any(${uuids}::uuid[])`);
  return new Map(found.map(({ prefix, id, name }) => [formatId(prefix, id), name]));
}
