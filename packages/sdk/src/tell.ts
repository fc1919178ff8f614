/** Calls back without ever failing: what somebody does with news is no matter of those who bring it. */
export async function tell<T>(callback: ((news: T) => unknown) | undefined, news: T): Promise<void> {
  try {
    await callback?.(news);
  } catch {
    // there is nobody left to tell
  }
}
