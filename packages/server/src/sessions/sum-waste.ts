import type { Waste, WasteCause } from '@assay/schema';

/** What one cause took over several sessions. */
export interface CauseTotal {
  readonly cause: WasteCause;
  readonly sessions: number;
  readonly cost_usd: number | null;
  readonly wall_ms: number | null;
}

/** Adds up the waste of sessions by cause, the costliest first. */
export function sumWaste(sessions: readonly Waste[]): CauseTotal[] {
  const totals = new Map<WasteCause, CauseTotal>();
  for (const { entries } of sessions)
    for (const { cause, cost_usd, wall_ms } of entries) {
      if (!cost_usd && !wall_ms) continue;
      const before = totals.get(cause) ?? { cause, sessions: 0, cost_usd: null, wall_ms: null };
      totals.set(cause, {
        cause,
        sessions: before.sessions + 1,
        cost_usd: add(before.cost_usd, cost_usd),
        wall_ms: add(before.wall_ms, wall_ms),
      });
    }
  return [...totals.values()].toSorted(
    (a, b) => (b.cost_usd ?? 0) - (a.cost_usd ?? 0) || (b.wall_ms ?? 0) - (a.wall_ms ?? 0),
  );
}

/** Null if neither is known. */
export const add = (one: number | null, other: number | null): number | null =>
  one === null && other === null ? null : (one ?? 0) + (other ?? 0);
