/** Calls a callback and ignores its errors. */
export async function tell<T>(callback: ((news: T) => unknown) | undefined, news: T): Promise<void> {
  try {
    await callback?.(news);
  } catch {
    // no one left to report to
  }
}
