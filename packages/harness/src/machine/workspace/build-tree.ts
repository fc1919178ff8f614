import type { ObjectSink } from '@assay/detect';
import { formatTree, MODES, parsePath, type TreeEntry } from '@assay/detect';

interface Folder {
  readonly folders: Map<string, Folder>;
  readonly entries: TreeEntry[];
}

/** Writes the git tree of these files, whose content is already in the store. */
export function buildTree(
  store: ObjectSink,
  files: readonly { readonly path: string; readonly mode: string; readonly oid: string }[],
): string {
  const root = createFolder();
  for (const { path, mode, oid } of files) {
    const names = path.split('/');
    const name = parsePath(names.pop() ?? '');
    let folder = root;
    for (const label of names) {
      const inner = folder.folders.get(label) ?? createFolder();
      folder.folders.set(label, inner);
      folder = inner;
    }
    folder.entries.push({ name, mode, oid });
  }
  return writeFolder(store, root);
}

const createFolder = (): Folder => ({ folders: new Map(), entries: [] });

function writeFolder(store: ObjectSink, { folders, entries }: Folder): string {
  const inner = [...folders].map(([label, folder]) => ({
    name: parsePath(label),
    mode: MODES.folder,
    oid: writeFolder(store, folder),
  }));
  return store.write('tree', formatTree([...entries, ...inner]));
}
