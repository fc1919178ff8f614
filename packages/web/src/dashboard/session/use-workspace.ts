import type { Session } from '@assay/schema/api';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { readSearchText, type Search } from '../search.ts';
import { readStored, writeStored } from '../stored.ts';
import { useSession } from './use-session.ts';

type Workspace = Session['workspaces'][number];

const asText = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined);

/**
 * The current workspace: the one named in the URL, else the last one used, else the first. Undefined if the
 * organization has none.
 */
export function useWorkspace(): Workspace | undefined {
  const { workspaces } = useSession();
  const named = readSearchText(useSearch({ strict: false }) as Search, 'workspace');
  const byId = (id: string | undefined) => workspaces.find(({ workspace_id }) => workspace_id === id);
  const found = byId(named) ?? byId(readStored('workspace', asText)) ?? workspaces[0];
  const id = found?.workspace_id;
  useEffect(() => {
    if (id !== undefined) writeStored('workspace', id);
  }, [id]);
  return found;
}

/** Switches to another workspace on the same page, without filters. */
export function useSwitchWorkspace(): (workspace_id: string) => void {
  const navigate = useNavigate();
  return (workspace_id) => {
    writeStored('workspace', workspace_id);
    void navigate({ to: '.', search: { workspace: workspace_id } as never });
  };
}
