/** The first day, in UTC, of a month: 0 is this month, -1 the last. */
export function monthStart(now_ms: number, months: number): string {
  const now = new Date(now_ms);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}
