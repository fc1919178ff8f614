import { existsSync, realpathSync } from 'node:fs';
import { dirname, isAbsolute, join } from 'node:path';
import { isWithin } from '../processes/toolchains.ts';

export interface SearchPathOptions {
  /** Folders visible inside; null if all are. */
  readonly visible: readonly string[] | null;
  /** Folders whose programs must never run, because the agent can write there. */
  readonly hostile: readonly string[];
  /** The running node. */
  readonly node: string;
}

/** Reduces a search path to the folders usable inside, with our own node first. */
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
