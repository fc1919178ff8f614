import './parts.css';
import type { ReactNode } from 'react';
import { Failed } from '../states/failed.tsx';
import { Loading } from '../states/loading.tsx';
import type { Pages } from './use-pages.ts';

interface Props<Item> {
  readonly pages: Pages<Item>;
  /** What is listed, as the end of a sentence: `the webhooks`. */
  readonly what: string;
  readonly lines?: number;
  /** What stands there when there is nothing. */
  readonly empty: ReactNode;
  readonly children: (items: readonly Item[]) => ReactNode;
}

/** A list as far as it was asked for, and the way to more of it; or the state that asking is in. */
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
      {/* what is there stays there when the rest of it cannot be had */}
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
