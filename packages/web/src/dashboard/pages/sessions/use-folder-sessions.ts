import type { Answer } from '@assay/sdk/core';
import { useQuery } from '@tanstack/react-query';
import { ask } from '../../client/api.ts';
import { useReload } from '../../parts/use-reload.ts';

const BUSY_MS = 1_500;
const IDLE_MS = 10_000;
const STORED = ['listAgentSessions'] as const;
const READ = ['getSessionPatterns'] as const;

export type FolderSessions = Answer<'listFolderSessions'>;

/** The session files of the served folder; undefined if the server reads none. Reloads the lists that they are in. */
export function useFolderSessions(): FolderSessions | undefined {
  const { data } = useQuery({
    ...ask('listFolderSessions', {}),
    refetchInterval: ({ state: { data: last } }) =>
      last?.folder == null ? false : last.is_reading ? BUSY_MS : IDLE_MS,
    retry: false,
  });
  const stored = data && JSON.stringify(data.items.map(({ digest }) => digest));
  useReload(STORED, stored);
  // what recurs is summed up once, at the end
  useReload(READ, data?.is_reading ? 'reading' : stored);
  return data?.folder == null ? undefined : data;
}

/** The stored sessions that are on the machine of the server. */
export const listDigests = (found: FolderSessions | undefined): ReadonlySet<string> =>
  new Set(found?.items.flatMap(({ digest }) => digest ?? []));
