import { type FolderScenarios, listFolderScenarios } from '@assay/harness';
import type { OrganizationId } from '@assay/schema';
import type { FolderSession } from '@assay/schema/api';

/** The sessions that agents on this machine had in the folder, and what could not be read. */
export interface FolderSessions {
  /** The name of the folder; null if its sessions are not read. */
  readonly folder: string | null;
  readonly is_reading: boolean;
  readonly is_partial: boolean;
  readonly without_folder: number;
  readonly items: FolderSession[];
}

/** The folder that `assay serve` was started in. */
export interface ServedFolder {
  /** The organization that owns it; others do not see it. */
  readonly organization_id: OrganizationId;
  listScenarios(): Promise<FolderScenarios>;
  /** What is known of its sessions; new ones are looked for soon. Undefined if they are not read. */
  readonly listSessions?: (() => FolderSessions) | undefined;
}

interface Options extends Pick<ServedFolder, 'organization_id' | 'listSessions'> {
  readonly folder: string;
  readonly root: string;
  readonly now: () => number;
}

// reading hundreds of scenarios takes a while, and several people may look at once
const FRESH_MS = 5_000;

export function openServedFolder({ folder, root, organization_id, listSessions, now }: Options): ServedFolder {
  let last: { readonly at: number; readonly scenarios: Promise<FolderScenarios> } | undefined;
  return {
    organization_id,
    listSessions,
    listScenarios() {
      if (last === undefined || now() - last.at >= FRESH_MS)
        last = { at: now(), scenarios: listFolderScenarios({ folder, root }) };
      return last.scenarios;
    },
  };
}
