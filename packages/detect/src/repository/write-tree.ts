import { formatTree, MODES, type TreeEntry } from '../trees/git-object.ts';
import type { ObjectSink } from '../trees/object-store.ts';
import type { TreePath } from './tree-entries.ts';

/** Writes the tree with these files, and its folders. */
export function writeTree(files: readonly Pick<TreePath, 'raw' | 'mode' | 'oid'>[], sink: ObjectSink): string {
  const root: Folder = { folders: new Map(), entries: [] };
  for (const { raw, mode, oid } of files) {
    const names = raw.split('/');
    const name = names.pop() as string;
    const folder = names.reduce(openFolder, root);
    folder.entries.push({ name: Buffer.from(name, 'latin1'), mode, oid });
  }
  return write(root, sink);
}

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly entries: TreeEntry[];
}

function openFolder(parent: Folder, name: string): Folder {
  const known = parent.folders.get(name);
  if (known !== undefined) return known;
  const folder: Folder = { folders: new Map(), entries: [] };
  parent.folders.set(name, folder);
  return folder;
}

function write({ folders, entries }: Folder, sink: ObjectSink): string {
  const inner = [...folders].map(([name, folder]) => ({
    name: Buffer.from(name, 'latin1'),
    mode: MODES.folder,
    oid: write(folder, sink),
  }));
  return sink.write('tree', formatTree([...entries, ...inner]));
}
