import { CATEGORIES, type Filter, findEntries, findRows } from '../../../../shared/filter.ts';
import type { RunView } from '../../../../shared/run-view.ts';
import type { TraceNode } from './trace-nodes.ts';

/** Whether a step matches a filter; null if every step does. Messages that are no interaction have no category. */
export function matchNodes(view: RunView, filter: Filter): ((node: TraceNode) => boolean) | null {
  const { categories, errors_only, search } = filter;
  const isSearch = search.trim() !== '';
  if (!isSearch && !errors_only && categories.size === CATEGORIES.length) return null;
  const rows = new Set(findRows(view, filter));
  const hasMessages = !errors_only && categories.size === CATEGORIES.length;
  const says = ({ entry }: TraceNode): boolean => {
    const found = view.entries.get(entry);
    return found !== undefined && findEntries([[entry, found]], search).length > 0;
  };
  return (node) => (node.row === null ? hasMessages && says(node) : rows.has(node.row));
}
