import './parts.css';
import type { Api, Item, ListName } from '@assay/sdk/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api } from '../client/api.ts';
import { Failed } from '../states/failed.tsx';
import { Loading } from '../states/loading.tsx';

interface Part<One> {
  readonly items: readonly One[];
  readonly next: string | null;
}

type Pages<One> = UseInfiniteQueryResult<InfiniteData<Part<One>>>;

/** Fetches a list page by page: `usePages('listAgents', { limit: 100 })`. Cached by name, then input. */
export const usePages = <Name extends ListName>(name: Name, ...[input]: Parameters<Api[Name]>): Pages<Item<Name>> =>
  useInfiniteQuery({
    queryKey: [name, input ?? {}],
    queryFn: ({ pageParam, signal }) =>
      (api[name] as (...call: unknown[]) => Promise<Part<Item<Name>>>)({ ...input, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    placeholderData: (shown, before) => (isReordered(before?.queryKey[1], input) ? shown : undefined),
  });

/** Whether two inputs differ in nothing but the order. Then the list stays until the sorted one is there. */
function isReordered(before: unknown, now: unknown): boolean {
  const unsorted = (input: unknown): string => JSON.stringify({ ...(input as object), sort: null, order: null });
  return Object.hasOwn((now ?? {}) as object, 'sort') && unsorted(before) === unsorted(now);
}

interface Props<One> {
  readonly pages: Pages<One>;
  /** What is listed, to complete a sentence: `the webhooks`. */
  readonly what: string;
  readonly lines?: number;
  /** Shown if the list is empty. */
  readonly empty: ReactNode;
  readonly children: (items: readonly One[]) => ReactNode;
}

/** The loaded items of a list with a button for more, or its loading or error state. */
export function Paged<One>({ pages, what, lines = 4, empty, children }: Props<One>) {
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
