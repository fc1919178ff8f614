import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../client/request-problem.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** What is asked for, as the end of a sentence: `the diff`. */
  readonly what: string;
  readonly lines?: number;
  /** What stands there when the server has no such thing; without it that is a failure. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** What was asked for, or the state that asking is in. Old data stays in sight while it is asked for anew. */
export function Loaded<Data>({ query, what, lines, missing, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Loading what={what} {...(lines === undefined ? {} : { lines })} />;
  if (missing !== undefined && isMissing(query.error)) return missing;
  return <Failed what={what} error={query.error} retry={() => void query.refetch()} />;
}
