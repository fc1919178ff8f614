import type { Api, Item, ListName } from '@assay/sdk/core';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { api } from '../client/api.ts';

interface Part<One> {
  readonly items: readonly One[];
  readonly next: string | null;
}

export type Pages<One> = UseInfiniteQueryResult<InfiniteData<Part<One>>>;

/** Fetches a list page by page: `usePages('listAgents', { limit: 100 })`. Cached by name, then input. */
export const usePages = <Name extends ListName>(name: Name, ...[input]: Parameters<Api[Name]>): Pages<Item<Name>> =>
  useInfiniteQuery({
    queryKey: [name, input ?? {}],
    queryFn: ({ pageParam, signal }) =>
      (api[name] as (...call: unknown[]) => Promise<Part<Item<Name>>>)({ ...input, after: pageParam }, { signal }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  });
