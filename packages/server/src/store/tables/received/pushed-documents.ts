import { Digest, Instant, type OrganizationId, WorkspaceId } from '@assay/schema';
import { z } from 'zod';
import type { Connection } from '../../sql/connection.ts';
import { idColumn, toUuid } from '../../sql/ids.ts';
import { listPage, type Page, type PageRequest } from '../../sql/page.ts';
import { json, query, sanitizeText, sql } from '../../sql/sql.ts';

export type DocumentKind = 'check' | 'proof';

const Row = z.object({
  digest: Digest,
  workspace_id: idColumn('wsp', WorkspaceId),
  document: z.unknown(),
  pushed_at: Instant,
});
export type PushedDocument = z.infer<typeof Row>;

/** Where a document is stored, without its content. */
type DocumentPlace = z.infer<typeof Place>;

export interface NewDocument {
  readonly kind: DocumentKind;
  readonly digest: string;
  readonly workspace_id: WorkspaceId;
  readonly document: unknown;
  /** The scenario of a proof. */
  readonly scenario?: string | undefined;
}

const Place = Row.omit({ document: true });
const place = sql`encode(digest, 'hex') as digest, workspace_id, pushed_at`;
const columns = sql`${place}, document`;

/** Results that were made elsewhere and are stored as sent, each content once. */
export const pushedDocumentsTable = (connection: Connection) => ({
  /** Stores a document; undefined if its content is already stored. */
  keep: (organization_id: OrganizationId, given: NewDocument): Promise<DocumentPlace | undefined> =>
    connection.find(query(Place)`
      insert into pushed_documents (organization_id, kind, digest, workspace_id, document, scenario) values (
        ${toUuid(organization_id)}, ${given.kind}, decode(${given.digest}, 'hex'), ${toUuid(given.workspace_id)},
        ${json(given.document)}, ${given.scenario === undefined ? null : sanitizeText(given.scenario)}
      ) on conflict do nothing returning ${place}`),

  find: (
    organization_id: OrganizationId,
    { kind, digest }: { kind: DocumentKind; digest: string },
  ): Promise<DocumentPlace | undefined> =>
    connection.find(query(Place)`
      select ${place} from pushed_documents
      where organization_id = ${toUuid(organization_id)} and kind = ${kind} and digest = decode(${digest}, 'hex')`),

  /** The documents of a workspace, newest first; with a scenario, its proofs. */
  list: (
    organization_id: OrganizationId,
    { kind, workspace_id, scenario, ...page }: PageRequest & Pick<NewDocument, 'kind' | 'workspace_id' | 'scenario'>,
  ): Promise<Page<PushedDocument>> =>
    listPage(connection, {
      ...page,
      key: z.tuple([Instant, Digest]),
      keyOf: ({ pushed_at, digest }) => [pushed_at, digest] as const,
      select: (after, limit) => query(Row)`
        select ${columns} from pushed_documents
        where organization_id = ${toUuid(organization_id)} and workspace_id = ${toUuid(workspace_id)}
          and kind = ${kind} ${scenario === undefined ? sql`` : sql`and scenario = ${sanitizeText(scenario)}`}
          ${after ? sql`and (pushed_at, digest) < (${after[0]}::timestamptz, decode(${after[1]}, 'hex'))` : sql``}
        order by pushed_at desc, digest desc limit ${limit}`,
    }),
});
