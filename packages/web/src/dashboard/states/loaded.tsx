import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isMissing } from '../client/request-problem.ts';
import { Failed } from './failed.tsx';
import { Loading } from './loading.tsx';

interface Props<Data> {
  readonly query: UseQueryResult<Data>;
  /** What is loaded, to complete a sentence: `the diff`. */
  readonly what: string;
  readonly lines?: number;
  /** Shown if the server answers 404; default: an error. */
  readonly missing?: ReactNode;
  readonly children: (data: Data) => ReactNode;
}

/** Loaded data, or its loading or error state. Old data stays visible during a refetch. */
export function Loaded<Data>({ query, what, lines, missing, children }: Props<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Loading what={what} {...(lines === undefined ? {} : { lines })} />;
  if (missing !== undefined && isMissing(query.error)) return missing;
  return <Failed what={what} error={query.error} retry={() => void query.refetch()} />;
}
