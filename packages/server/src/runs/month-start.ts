/** The first day, in UTC, of the month so many months from now. */
export function monthStart(now_ms: number, months: number): string {
  const now = new Date(now_ms);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + months, 1)).toISOString().slice(0, 10);
}
