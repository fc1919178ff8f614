import { AssayError, type OrganizationId, type WorkspaceId } from '@assay/schema';
import { Reply } from '../http/reply.ts';
import { findWorkspace } from '../runs/find-workspace.ts';
import type { Tables } from '../store/store.ts';
import type { DocumentKind, PushedDocument } from '../store/tables/received/pushed-documents.ts';

/** A document that a client sent, with the digest of its content. */
export interface DigestedDocument {
  readonly workspace_id: WorkspaceId | undefined;
  readonly document: object;
  readonly digest: string;
}

interface Sent extends DigestedDocument {
  readonly kind: DocumentKind;
  readonly organization_id: OrganizationId;
  /** The scenario of a proof. */
  readonly scenario?: string;
}

/** Stores a document once. A repeat is answered with 200 and what is stored. */
export async function keepDocument(
  store: Pick<Tables, 'pushed_documents' | 'workspaces'>,
  { kind, organization_id, document, digest, scenario, ...sent }: Sent,
): Promise<Reply> {
  const workspace_id = await findWorkspace(store, organization_id, sent.workspace_id);
  const kept = await store.pushed_documents.keep(organization_id, { kind, digest, workspace_id, document, scenario });
  if (kept !== undefined) return new Reply({ answer: describe({ ...kept, document }) });
  const stored = await store.pushed_documents.find(organization_id, { kind, digest });
  if (stored === undefined) throw new AssayError('internal', `The ${kind} ${digest} was not stored`);
  return new Reply({ status: 200, answer: describe({ ...stored, document }) });
}

/** A stored document with its fields, as the API shows it. */
export const describe = <Fields extends object>({ document, ...stored }: PushedDocument) => ({
  ...stored,
  ...(document as Fields),
});
