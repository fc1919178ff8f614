import type { StoredTask } from '@assay/schema/api';

/** The files of a task that are copied to its workspaces, with their paths there. */
export function seedPaths({ scenario, files }: Pick<StoredTask, 'scenario' | 'files'>): string[] {
  const seed = scenario.workspace_seed;
  if (typeof seed === 'string' || !('copy' in seed)) return [];
  const folder = seed.copy.replace(/^\.\//, '').replace(/\/*$/, '/');
  if (folder === './' || folder === '/') return files.map(({ name }) => name);
  return files.flatMap(({ name }) => (name.startsWith(folder) ? [name.slice(folder.length)] : []));
}
