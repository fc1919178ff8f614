import { mkdirSync, readdirSync } from 'node:fs';
import {
  createTreeWriter,
  formatPath,
  MODES,
  type ObjectReader,
  openObjectReader,
  parseTree,
  quotePath,
  type TreeWriter,
} from '@assay/detect';
import { AssayError } from '@assay/schema';

// limits the number of concurrent reads from git
const AT_ONCE = 256;
const MAX_LINK_BYTES = 4096;

interface Wanted {
  readonly path: readonly Buffer[];
  readonly mode: string;
  readonly oid: string;
}

/**
 * Writes a tree into an empty or new folder. Bytes are written unchanged: no filter, attribute or
 * configuration applies. Skips submodules and returns their paths.
 */
export async function restoreTree(options: {
  readonly store: string;
  readonly tree: string;
  readonly target: string;
}): Promise<{ readonly submodules: readonly string[] }> {
  const { store, tree, target } = options;
  createEmptyFolder(target);
  const writer = createTreeWriter(target);
  const submodules: string[] = [];
  await using reader = openObjectReader(store);
  const folders: Wanted[] = [{ path: [], mode: MODES.folder, oid: tree }];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    const { path } = folder;
    const { kind, content } = await reader.read(folder.oid);
    if (kind !== 'tree') throw new AssayError('unreadable_file', `expected a tree at ${folder.oid}, found a ${kind}`);
    const children = parseTree(content).map((entry) => ({ ...entry, path: [...path, entry.name] }));
    const [inner, rest] = partition(children, ({ mode }) => mode === MODES.folder);
    const [left_out, leaves] = partition(rest, ({ mode }) => mode === MODES.submodule);
    for (const child of inner) writer.folder(child.path);
    folders.push(...inner);
    submodules.push(...left_out.map((child) => formatPath(child.path)));
    for (let from = 0; from < leaves.length; from += AT_ONCE) {
      await Promise.all(leaves.slice(from, from + AT_ONCE).map((leaf) => writeLeaf(reader, writer, leaf)));
    }
  }
  writer.finish();
  return { submodules };
}

/** Creates the folder. Throws if it exists and is not empty. */
export function createEmptyFolder(target: string): void {
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length === 0) return;
  throw new AssayError('unwritable_file', `${target} is not empty; choose an empty folder`);
}

async function writeLeaf(reader: ObjectReader, writer: TreeWriter, { path, mode, oid }: Wanted): Promise<void> {
  if (mode === MODES.link) {
    const { content } = await reader.read(oid);
    if (content.length === 0 || content.length > MAX_LINK_BYTES || content.includes(0)) {
      throw new AssayError('unreadable_file', `${quotePath(formatPath(path))} is a link with an invalid target`);
    }
    return writer.link(path, content);
  }
  using file = writer.file(path, { mode: mode === MODES.program ? 0o755 : 0o644 });
  await reader.copy(oid, file.write);
}

function partition<T>(items: readonly T[], test: (item: T) => boolean): [T[], T[]] {
  const grouped = Object.groupBy(items, (item) => (test(item) ? 'yes' : 'no'));
  return [grouped.yes ?? [], grouped.no ?? []];
}
