import type { Called, Operation } from '@assay/schema/api';
import { type InfiniteData, type UseInfiniteQueryResult, useInfiniteQuery } from '@tanstack/react-query';
import { call } from '../client/call.ts';

/** The item type of a list operation. */
type ItemOf<Op extends Operation> = Called<Op>['answer'] extends { items: (infer Item)[] } ? Item : never;

interface Part<Item> {
  readonly items: readonly Item[];
  readonly next: string | null;
}

export type Pages<Item> = UseInfiniteQueryResult<InfiniteData<Part<Item>>>;

interface Asked<Op extends Operation> {
  readonly query?: Partial<Called<Op>['query']>;
  readonly enabled?: boolean;
}

/** Fetches a list page by page: `usePages<typeof listAgents>('/v1/agents')`. Cached by path, then query. */
export const usePages = <Op extends Operation>(path: string, asked: Asked<Op> = {}): Pages<ItemOf<Op>> => {
  const { query, enabled = true } = asked;
  return useInfiniteQuery({
    queryKey: [path, query ?? {}],
    queryFn: async ({ pageParam, signal }): Promise<Part<ItemOf<Op>>> => {
      const asking = { query: { ...query, after: pageParam }, signal };
      return (await call<Op>('GET', path, asking as never)) as Part<ItemOf<Op>>;
    },
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
    enabled,
  });
};
