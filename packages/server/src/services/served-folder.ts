import { type FolderScenarios, listFolderScenarios } from '@assay/harness';
import type { OrganizationId } from '@assay/schema';

/** The folder that `assay serve` was started in. */
export interface ServedFolder {
  /** The organization that owns it; others do not see it. */
  readonly organization_id: OrganizationId;
  listScenarios(): Promise<FolderScenarios>;
}

interface Options {
  readonly folder: string;
  readonly root: string;
  readonly organization_id: OrganizationId;
  readonly now: () => number;
}

// reading hundreds of scenarios takes a while, and several people may look at once
const FRESH_MS = 5_000;

export function openServedFolder({ folder, root, organization_id, now }: Options): ServedFolder {
  let last: { readonly at: number; readonly scenarios: Promise<FolderScenarios> } | undefined;
  return {
    organization_id,
    listScenarios() {
      if (last === undefined || now() - last.at >= FRESH_MS)
        last = { at: now(), scenarios: listFolderScenarios({ folder, root }) };
      return last.scenarios;
    },
  };
}
