const DAY_MS = 86_400_000;

/** The first day, in UTC, of the given number of days ending today. */
export const daysBefore = (now_ms: number, days: number): string =>
  new Date(now_ms - (days - 1) * DAY_MS).toISOString().slice(0, 10);
