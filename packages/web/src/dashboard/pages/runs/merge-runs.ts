import type { RunSummary } from '@assay/schema/api';
import type { RunListPage } from './runs-query.ts';

/**
 * Merges a fresh first page into the list: new runs come first, changed runs are replaced, and no run appears twice. If
 * the fresh page does not overlap the old list, the list starts over, because a gap would hide runs.
 */
export function mergeNewest(parts: readonly RunListPage[], newest: RunListPage): readonly RunListPage[] {
  const fresh = new Set(newest.items.map(({ run_id }) => run_id));
  const known = parts.flatMap(({ items }) => items).some(({ run_id }) => fresh.has(run_id));
  if (!known || newest.next === null) return [newest];
  const oldest = newest.items.at(-1)?.created_at ?? '';
  const rest = parts.map((part) => ({
    ...part,
    // a run newer than the end of the fresh page but not in it no longer matches
    items: part.items.filter(({ run_id, created_at }) => !fresh.has(run_id) && created_at <= oldest),
  }));
  return rest.map((part, index) => (index === 0 ? { ...part, items: [...newest.items, ...part.items] } : part));
}

/** Replaces a run in place. A run that is not in the list is not added. */
export function replaceRun(parts: readonly RunListPage[], run: RunSummary): readonly RunListPage[] {
  const isIn = ({ items }: RunListPage): boolean => items.some(({ run_id }) => run_id === run.run_id);
  if (!parts.some(isIn)) return parts;
  return parts.map((part) =>
    isIn(part) ? { ...part, items: part.items.map((item) => (item.run_id === run.run_id ? run : item)) } : part,
  );
}
