export interface WorkAtOnce<Item> {
  /** The most items under way. */
  readonly at_once: number;
  /** The most bytes under way; a larger item is alone. */
  readonly max_bytes: number;
  readonly sizeOf: (item: Item) => number;
  readonly work: (item: Item) => Promise<void>;
}

/** Works on several items at a time, as they come. Settles when nothing is under way; stops at the first error. */
export async function workAtOnce<Item>(
  items: AsyncIterable<Item>,
  { at_once, max_bytes, sizeOf, work }: WorkAtOnce<Item>,
): Promise<void> {
  const under_way = new Set<Promise<void>>();
  const errors: unknown[] = [];
  let bytes = 0;
  for await (const item of items) {
    const size = sizeOf(item);
    while (under_way.size === at_once || (under_way.size > 0 && bytes + size > max_bytes))
      await Promise.race(under_way);
    if (errors.length > 0) break;
    bytes += size;
    const task = work(item)
      .catch((error: unknown) => void errors.push(error))
      .then(() => {
        bytes -= size;
        under_way.delete(task);
      });
    under_way.add(task);
  }
  await Promise.all(under_way);
  if (errors.length > 0) throw errors[0];
}
