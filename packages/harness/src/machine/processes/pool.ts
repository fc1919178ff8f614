/** Processes items in order with limited concurrency. After an error, no more items are started. */
export async function forEachConcurrently<T>(
  items: Iterable<T>,
  concurrency: number,
  action: (item: T) => Promise<void>,
): Promise<void> {
  const waiting = items[Symbol.iterator]();
  let stopped = false;
  const next = (): IteratorResult<T, unknown> => (stopped ? { done: true, value: undefined } : waiting.next());
  const work = async (): Promise<void> => {
    for (let item = next(); item.done !== true; item = next()) {
      try {
        await action(item.value);
      } catch (error) {
        stopped = true;
        throw error;
      }
    }
  };
  const workers = Array.from({ length: concurrency }, work);
  // running items finish before the error is thrown
  const ended = await Promise.allSettled(workers);
  const fault = ended.find(({ status }) => status === 'rejected');
  if (fault?.status === 'rejected') throw fault.reason;
}
