/** Does something to each item, so many at a time, in order of the items; one that throws stops the rest from starting. */
export async function forEachOf<T>(
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
  // those already at work end what they began before anyone is told of the fault
  const ended = await Promise.allSettled(workers);
  const fault = ended.find(({ status }) => status === 'rejected');
  if (fault?.status === 'rejected') throw fault.reason;
}
