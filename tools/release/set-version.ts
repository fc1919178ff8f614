import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listWorkspaces } from './workspaces.ts';

const DEPENDENCIES = ['dependencies', 'devDependencies', 'optionalDependencies', 'peerDependencies'];

type Entry = Record<string, unknown>;

/** Writes a version into all manifests and the lock file, also where packages depend on each other. */
export function setVersion(root: string, version: string): void {
  const folders = ['.', ...listWorkspaces(root)];
  for (const folder of folders) edit(join(root, folder, 'package.json'), (manifest) => withVersion(manifest, version));
  edit(join(root, 'package-lock.json'), (lock) => {
    const entries = lock['packages'] as Record<string, Entry>;
    const ours = folders.map((folder) => (folder === '.' ? '' : folder));
    const renewed = ours.map((path) => [path, withVersion(entries[path] as Entry, version)]);
    return { ...lock, version, packages: { ...entries, ...Object.fromEntries(renewed) } };
  });
}

function withVersion(manifest: Entry, version: string): Entry {
  const copy: Entry = { ...manifest, version };
  for (const field of DEPENDENCIES) {
    const dependencies = copy[field] as Record<string, string> | undefined;
    if (dependencies === undefined) continue;
    copy[field] = Object.fromEntries(
      Object.entries(dependencies).map(([name, range]) => [name, name.startsWith('@assay/') ? version : range]),
    );
  }
  return copy;
}

function edit(path: string, change: (json: Entry) => Entry): void {
  writeFileSync(path, `${JSON.stringify(change(JSON.parse(readFileSync(path, 'utf8')) as Entry), null, 2)}\n`);
}
