import { readdir } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import type { LoadedScenario } from './project.ts';

// a remark is not worth more than this many looks
const MAX_ENTRIES = 20_000;

/** The files that workspaces of a scenario start with; null where only seeding, or its setup, would tell. */
export async function listSeed({ scenario, base }: Pick<LoadedScenario, 'scenario' | 'base'>) {
  const { workspace_seed: seed, setup, artifacts } = scenario;
  if (seed === 'empty' || !('copy' in seed) || setup !== undefined || artifacts.length > 0) return null;
  return listFiles(resolve(base, seed.copy));
}

// links are files here: nothing is changed below one
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
