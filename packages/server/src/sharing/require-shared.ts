import { AssayError } from '@assay/schema';
import type { Operation, ShareTarget } from '@assay/schema/api';

type Fields = Readonly<Record<string, string>>;

/** Throws unless a link may read this: an operation for its kind, with no id but that of its target. */
export function requireShared({ shared = [] }: Operation, target: ShareTarget, params: Fields): void {
  const ids: Partial<Fields> = { ...target, query: undefined };
  const isTarget = Object.entries(params).every(([name, id]) => ids[name] === id);
  if (shared.includes(target.kind) && isTarget) return;
  throw new AssayError('forbidden', `this link shows one ${target.kind} and nothing else`);
}

/** The query of a request with a link: for a matrix the stored one, whatever was sent. */
export function sharedQuery({ query }: Operation, target: ShareTarget, sent: Fields): Fields {
  if (target.kind !== 'matrix') return sent;
  const stored = { ...target.query, workspace_id: target.workspace_id };
  return Object.fromEntries(Object.entries(stored).filter(([name]) => query !== undefined && name in query.shape));
}
