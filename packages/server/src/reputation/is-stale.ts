const STALE_MS = 30 * 86_400_000;

/** Whether so much time went by since the last evaluation that the score says little of today. */
export const isStale = (last_evaluated_at: string | null, now: number): boolean =>
  last_evaluated_at !== null && now - Date.parse(last_evaluated_at) > STALE_MS;
