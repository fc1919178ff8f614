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

// as many answers of git as are awaited at once
const AT_ONCE = 256;
const MAX_LINK_BYTES = 4096;

interface Wanted {
  readonly path: readonly Buffer[];
  readonly mode: string;
  readonly oid: string;
}

/**
 * Writes a tree into a folder that is empty or not there. Bytes are written as they are: no filter, attribute or
 * configuration is asked. Submodules are left out; their paths are returned.
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

/** Makes the folder if need be; one that holds something is a fault. */
export function createEmptyFolder(target: string): void {
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length === 0) return;
  throw new AssayError('unwritable_file', `${target} should be empty: it is where files are about to be written`);
}

async function writeLeaf(reader: ObjectReader, writer: TreeWriter, { path, mode, oid }: Wanted): Promise<void> {
  if (mode === MODES.link) {
    const { content } = await reader.read(oid);
    if (content.length === 0 || content.length > MAX_LINK_BYTES || content.includes(0)) {
      throw new AssayError('unreadable_file', `${quotePath(formatPath(path))} is a link to nowhere a link can lead`);
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
