import './parts.css';
import type { ReactNode } from 'react';
import { Failed } from '../states/failed.tsx';
import { Loading } from '../states/loading.tsx';
import type { Pages } from './use-pages.ts';

interface Props<Item> {
  readonly pages: Pages<Item>;
  /** What is listed, to complete a sentence: `the webhooks`. */
  readonly what: string;
  readonly lines?: number;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** The loaded items of a list with a button for more, or its loading or error state. */
export function Paged<Item>({ pages, what, lines = 4, empty, children }: Props<Item>) {
  const items = pages.data?.pages.flatMap((part) => part.items);
  if (items === undefined) {
    if (pages.error === null) return <Loading what={what} lines={lines} />;
    return <Failed what={what} error={pages.error} retry={() => void pages.refetch()} />;
  }
  if (items.length === 0) return empty;
  return (
    <>
      {children(items)}
      {/* loaded items stay visible when the rest fails */}
      {pages.error === null ? null : (
        <Failed what={`the rest of ${what}`} error={pages.error} retry={() => void pages.refetch()} />
      )}
      {pages.hasNextPage ? (
        <button
          type="button"
          className="quiet"
          disabled={pages.isFetchingNextPage}
          onClick={() => void pages.fetchNextPage()}
        >
          {pages.isFetchingNextPage ? 'Loading more…' : 'Show more'}
        </button>
      ) : null}
    </>
  );
}
