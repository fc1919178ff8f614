import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LoadedScenario } from './project.ts';

// listing more is not worth it for a remark
const MAX_ENTRIES = 20_000;

/** The files of a workspace at the start; null if only seeding or setup can tell. */
export async function listSeed({ scenario, base }: Pick<LoadedScenario, 'scenario' | 'base'>) {
  const { workspace_seed: seed, setup, artifacts } = scenario;
  if (typeof seed === 'string' || !('copy' in seed) || setup !== undefined || artifacts.length > 0) return null;
  return listFiles(resolve(base, seed.copy));
}

// links count as files: nothing changes below them
async function listFiles(root: string): Promise<ReadonlySet<string> | null> {
  const files = new Set<string>();
  const folders = [''];
  let entry_count = 0;
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => null);
    if (entries === null) return null;
    entry_count += entries.length;
    if (entry_count > MAX_ENTRIES) return null;
    for (const entry of entries) {
      if (entry.name === '.git') continue;
      if (entry.isDirectory()) folders.push(`${folder}${entry.name}/`);
      else files.add(folder + entry.name);
    }
  }
  return files;
}
