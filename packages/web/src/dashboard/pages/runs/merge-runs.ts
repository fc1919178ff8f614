import type { RunSummary } from '@assay/schema/api';
import type { RunsPart } from './runs-query.ts';

/**
 * The list with its newest part asked for anew: runs that came since stand at the top, those that changed are as they are
 * now, and a run that is in both stands once. When so much came that the new part does not reach the old ones, the list
 * starts over: a gap would hide runs.
 */
export function mergeNewest(parts: readonly RunsPart[], newest: RunsPart): readonly RunsPart[] {
  const fresh = new Set(newest.items.map(({ run_id }) => run_id));
  const known = parts.flatMap(({ items }) => items).some(({ run_id }) => fresh.has(run_id));
  if (!known || newest.next === null) return [newest];
  const oldest = newest.items.at(-1)?.created_at ?? '';
  const rest = parts.map((part) => ({
    ...part,
    // what is newer than the end of the new part and not in it no longer matches
    items: part.items.filter(({ run_id, created_at }) => !fresh.has(run_id) && created_at <= oldest),
  }));
  return rest.map((part, index) => (index === 0 ? { ...part, items: [...newest.items, ...part.items] } : part));
}

/** The list with a run as it is now, in its place. A run that is not in it stays out. */
export function replaceRun(parts: readonly RunsPart[], run: RunSummary): readonly RunsPart[] {
  const isIn = ({ items }: RunsPart): boolean => items.some(({ run_id }) => run_id === run.run_id);
  if (!parts.some(isIn)) return parts;
  return parts.map((part) =>
    isIn(part) ? { ...part, items: part.items.map((item) => (item.run_id === run.run_id ? run : item)) } : part,
  );
}
