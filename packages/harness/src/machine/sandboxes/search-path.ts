import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../processes/toolchains.ts';

export interface SearchPathOptions {
  /** Folders that can be seen inside; null where all can. */
  readonly visible: readonly string[] | null;
  /** Folders whose programs must never be picked up, since the agent writes there. */
  readonly hostile: readonly string[];
  /** The node that runs us. */
  readonly node: string;
}

/** The part of a search path that holds inside, with our own node before any other. */
export function narrowSearchPath(path: string, { visible, hostile, node }: SearchPathOptions): string {
  const entries = path.split(':').filter((entry, index, all) => {
    if (!isAbsolute(entry) || all.indexOf(entry) !== index) return false;
    const real = findReal(entry);
    if (real === undefined || hostile.some((folder) => isWithin(entry, folder) || isWithin(real, folder))) return false;
    return visible === null || visible.some((folder) => isWithin(entry, folder));
  });
  const first = entries.map((entry) => join(entry, 'node')).find(existsSync);
  const ours = first !== undefined && findReal(first) === findReal(node);
  return [...(ours ? [] : [dirname(node)]), ...entries].join(':');
}

function findReal(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
