const STALE_MS = 30 * 86_400_000;

/** Whether the last evaluation is too old for the score to be current. */
export const isStale = (last_evaluated_at: string | null, now: number): boolean =>
  last_evaluated_at !== null && now - Date.parse(last_evaluated_at) > STALE_MS;
