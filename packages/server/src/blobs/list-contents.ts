import type { Store } from '../store/store.ts';
import type { Content } from '../store/tables/contents/contents.ts';

const AT_ONCE = 500;

/** All contents, page by page; those that are added meanwhile may be missing. */
export async function* listContents({ contents }: Pick<Store, 'contents'>): AsyncGenerator<Content> {
  for (let after: Content | null = null; ; ) {
    const page: Content[] = await contents.list(after, AT_ONCE);
    yield* page;
    if (page.length < AT_ONCE) return;
    after = page.at(-1) ?? null;
  }
}
