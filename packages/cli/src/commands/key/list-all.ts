interface Page<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

const LIMIT = 200;

/** Reads all pages of a list. */
export async function listAll<Item>(
  list: (page: { limit: number; after: string | null }) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = [];
  let after: string | null = null;
  do {
    const page: Page<Item> = await list({ limit: LIMIT, after });
    all.push(...page.items);
    after = page.next;
  } while (after !== null);
  return all;
}
