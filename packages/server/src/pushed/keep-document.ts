import { canonicalDigest } from '@assay/harness';
import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { Reply } from '../http/reply.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import type { Tables } from '../store/store.ts';
import type { DocumentKind, PushedDocument } from '../store/tables/received/pushed-documents.ts';

interface Sent<Document> {
  readonly kind: DocumentKind;
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId | undefined;
  readonly document: Document;
  /** The scenario of a proof. */
  readonly scenario?: string;
}

/** Stores a document once. A repeat is answered with 200 and what is stored. */
export async function keepDocument<Document extends object>(
  store: Pick<Tables, 'pushed_documents' | 'workspaces'>,
  { kind, organization_id, document, scenario, ...sent }: Sent<Document>,
): Promise<Reply> {
  const workspace_id = await findWorkspace(store, organization_id, sent.workspace_id);
  const digest = canonicalDigest(document);
  const kept = await store.pushed_documents.keep(organization_id, { kind, digest, workspace_id, document, scenario });
  if (kept !== undefined) return new Reply({ answer: describe(kept) });
  const stored = await store.pushed_documents.find(organization_id, { kind, digest });
  if (stored === undefined) throw new AssayError('internal', `The ${kind} ${digest} was not stored`);
  return new Reply({ status: 200, answer: describe(stored) });
}

/** A stored document with its fields, as the API shows it. */
export const describe = <Fields extends object>({ document, ...stored }: PushedDocument) => ({
  ...stored,
  ...(document as Fields),
});
