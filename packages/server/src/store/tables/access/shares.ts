import { ComparisonId, OrganizationId, RunId, WorkspaceId } from '@assay/schema';
import { Share, ShareId, type ShareTarget } from '@assay/schema/api';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { createStoreId, idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sql } from '../../sql/sql.ts';
import { nameActors } from './actor-names.ts';
import { createToken, digestToken } from './link-token.ts';

const PREFIX = 'assay_share_';
// so that a link that was revoked or has expired can say so
const REMEMBERED_DAYS = 30;

const Target = z.object({
  workspace_id: idColumn('wsp', WorkspaceId),
  run_id: idColumn('run', RunId).nullable(),
  comparison_id: idColumn('cmp', ComparisonId).nullable(),
  query: z.record(z.string(), z.string()).nullable(),
});
const Row = Share.omit({ target: true, created_by_name: true })
  .extend({ ...Target.shape, share_id: idColumn('shr', ShareId) })
  .transform(({ run_id, comparison_id, query, ...share }) => ({
    ...share,
    target: toTarget({ workspace_id: share.workspace_id, run_id, comparison_id, query }),
  }));
type StoredShare = z.infer<typeof Row>;
const Opened = Target.extend({
  organization_id: idColumn('org', OrganizationId),
  share_id: idColumn('shr', ShareId),
  is_revoked: z.boolean(),
  is_expired: z.boolean(),
  is_allowed: z.boolean(),
}).transform(({ workspace_id, run_id, comparison_id, query, ...opened }) => ({
  ...opened,
  target: toTarget({ workspace_id, run_id, comparison_id, query }),
}));
/** A link that someone opens, and whether it still works. */
export type OpenedShare = z.infer<typeof Opened>;

export interface NewShare {
  readonly workspace_id: WorkspaceId;
  readonly target: ShareTarget;
  readonly created_by: string;
  /** Null: until it is revoked. */
  readonly expires_in_days: number | null;
}

const columns = sql`shares.share_id, shares.workspace_id, shares.run_id, shares.comparison_id, shares.query,
  case
    when shares.run_id is not null then (
      select scenario || ' · ' || agent_id from runs
      where runs.organization_id = shares.organization_id and runs.run_id = shares.run_id)
    when shares.comparison_id is not null then (
      select candidate || ' against ' || baseline from comparisons
      where comparisons.organization_id = shares.organization_id and comparisons.comparison_id = shares.comparison_id)
    else coalesce(
      (shares.query ->> 'candidate') || ' against ' || (shares.query ->> 'baseline'), 'Agents and scenarios')
  end as title,
  shares.created_by, shares.created_at, shares.expires_at, shares.revoked_at, shares.last_opened_at`;

export const sharesTable = (connection: Connection, now: () => number) => {
  const withNames = async (organization_id: OrganizationId, rows: readonly StoredShare[]): Promise<Share[]> => {
    const named = await nameActors(
      connection,
      organization_id,
      rows.map((row) => ({ row, actor: row.created_by })),
    );
    return named.map(({ row, actor_name }) => ({ ...row, created_by_name: actor_name }));
  };
  return {
    /** Creates a link. Its token is returned only here: only a digest is stored. */
    async create(
      organization_id: OrganizationId,
      { workspace_id, target, created_by, expires_in_days }: NewShare,
    ): Promise<{ share: Share; token: string }> {
      const token = `${PREFIX}${createToken()}`;
      const row = await connection.get(query(Row)`
        insert into shares
          (organization_id, share_id, workspace_id, token_digest, run_id, comparison_id, query, created_by, expires_at)
        values (${toUuid(organization_id)}, ${toUuid(createStoreId('shr', now()))}, ${toUuid(workspace_id)},
          ${digestToken(token)}, ${target.kind === 'run' ? toUuid(target.run_id) : null},
          ${target.kind === 'comparison' ? toUuid(target.comparison_id) : null},
          ${target.kind === 'matrix' ? json(target.query) : null}, ${created_by},
          now() + make_interval(days => ${expires_in_days}::integer))
        returning ${columns}`);
      const [share] = await withNames(organization_id, [row]);
      return { share: share as Share, token };
    },

    /** The link of a token. Undefined if there is none. Does not say whether it may be opened: see its fields. */
    open: (token: string): Promise<OpenedShare | undefined> =>
      connection.find(query(Opened)`
        select shares.organization_id, share_id, workspace_id, run_id, comparison_id, query,
          revoked_at is not null as is_revoked, coalesce(expires_at <= now(), false) as is_expired,
          share_links and deleted_at is null as is_allowed
        from shares join workspaces using (organization_id, workspace_id) join organizations using (organization_id)
        where token_digest = ${digestToken(token)}`),

    async find(organization_id: OrganizationId, share_id: ShareId): Promise<Share | undefined> {
      const row = await connection.find(query(Row)`
        select ${columns} from shares
        where organization_id = ${toUuid(organization_id)} and share_id = ${toUuid(share_id)}`);
      return row && (await withNames(organization_id, [row]))[0];
    },

    /** Records that a link was opened, at most once per minute. */
    touch: (organization_id: OrganizationId, share_id: ShareId): Promise<number> =>
      connection.run(sql`
        update shares set last_opened_at = now()
        where organization_id = ${toUuid(organization_id)} and share_id = ${toUuid(share_id)}
          and (last_opened_at is null or last_opened_at < now() - interval '1 minute')`),

    /** Ends a link. An already revoked one keeps its time. */
    revoke: (organization_id: OrganizationId, share_id: ShareId): Promise<number> =>
      connection.run(sql`
        update shares set revoked_at = coalesce(revoked_at, now())
        where organization_id = ${toUuid(organization_id)} and share_id = ${toUuid(share_id)}`),

    /** The links, newest first. */
    async list(organization_id: OrganizationId, page: PageRequest): Promise<Page<Share>> {
      const { items, next } = await listPage(connection, {
        ...page,
        key: z.tuple([ShareId]),
        keyOf: ({ share_id }: StoredShare) => [share_id] as const,
        select: (after, limit) => query(Row)`
          select ${columns} from shares where organization_id = ${toUuid(organization_id)}
          ${after ? sql`and share_id < ${toUuid(after[0])}` : sql``}
          order by share_id desc limit ${limit}`,
      });
      return { items: await withNames(organization_id, items), next };
    },

    /** Deletes links of all organizations that ended a while ago. */
    async forgetOld(): Promise<void> {
      await connection.run(sql`
        delete from shares
        where least(revoked_at, expires_at) < now() - make_interval(days => ${REMEMBERED_DAYS})`);
    },
  };
};

function toTarget({ workspace_id, run_id, comparison_id, query }: z.infer<typeof Target>): ShareTarget {
  if (run_id !== null) return { kind: 'run', run_id };
  if (comparison_id !== null) return { kind: 'comparison', comparison_id };
  return { kind: 'matrix', workspace_id, query: query ?? {} };
}
