import { requireGit } from '@assay/detect';
import { AssayError } from '@assay/schema';

/** The wanted state of a path in a tree; null to remove it. */
export type TreeEdit = { readonly mode: string; readonly oid: string } | null;

interface Entry {
  readonly mode: string;
  readonly kind: string;
  readonly oid: string;
}

/** Edits of one folder: its entries and its subfolders. */
interface FolderEdits {
  readonly here: Map<string, TreeEdit>;
  readonly below: Map<string, FolderEdits>;
}

/**
 * Changes some paths of a tree without an index or work tree. Rejects an edit that does not apply, such as
 * removing a missing file.
 */
export async function editTree(
  tree: string,
  { edits, git_dir }: { readonly edits: ReadonlyMap<readonly string[], TreeEdit>; readonly git_dir: string },
): Promise<string> {
  const root = createFolder();
  for (const [names, edit] of edits) place(root, names, edit);
  return (await editFolder({ tree, path: '', git_dir }, root)) ?? (await writeTree([], git_dir));
}

const createFolder = (): FolderEdits => ({ here: new Map(), below: new Map() });

function place(root: FolderEdits, names: readonly string[], edit: TreeEdit): void {
  let folder = root;
  for (const name of names.slice(0, -1)) {
    const next = folder.below.get(name) ?? createFolder();
    folder.below.set(name, next);
    folder = next;
  }
  folder.here.set(names.at(-1) ?? '', edit);
}

interface FolderPlace {
  /** Null if the folder does not exist. */
  readonly tree: string | null;
  readonly path: string;
  readonly git_dir: string;
}

/** The folder after its edits; null if it is empty. */
async function editFolder({ tree, path, git_dir }: FolderPlace, { here, below }: FolderEdits): Promise<string | null> {
  const entries = tree === null ? new Map<string, Entry>() : await listEntries(tree, git_dir);
  for (const [name, edit] of here) {
    const found = entries.get(name);
    if (edit === null && (found === undefined || found.kind === 'tree'))
      throw unfit(path + name, 'expected a file to remove');
    if (edit === null) entries.delete(name);
  }
  for (const [name, edits] of below) {
    const found = entries.get(name);
    if (found !== undefined && found.kind !== 'tree') throw unfit(path + name, 'expected a folder');
    const edited = await editFolder({ tree: found?.oid ?? null, path: `${path}${name}/`, git_dir }, edits);
    if (edited === null) entries.delete(name);
    else entries.set(name, { mode: '040000', kind: 'tree', oid: edited });
  }
  for (const [name, edit] of here) {
    if (edit === null) continue;
    if (entries.get(name)?.kind === 'tree') throw unfit(path + name, 'expected no folder in the way of a file');
    entries.set(name, { ...edit, kind: 'blob' });
  }
  return entries.size === 0 ? null : await writeTree([...entries], git_dir);
}

async function listEntries(tree: string, git_dir: string): Promise<Map<string, Entry>> {
  const listed = await requireGit('a tree cannot be listed', { command: ['ls-tree', '-z', tree], git_dir });
  const lines = listed.toString('latin1').split('\0').slice(0, -1);
  return new Map(
    lines.map((line) => {
      const tab = line.indexOf('\t');
      const [mode = '', kind = '', oid = ''] = line.slice(0, tab).split(' ');
      return [line.slice(tab + 1), { mode, kind, oid }];
    }),
  );
}

async function writeTree(entries: readonly (readonly [string, Entry])[], git_dir: string): Promise<string> {
  const input = entries.map(([name, { mode, kind, oid }]) => `${mode} ${kind} ${oid}\t${name}\0`).join('');
  // a submodule names a commit of another repository
  const command = ['mktree', '-z', '--missing'];
  const written = await requireGit('a tree cannot be written', {
    command,
    git_dir,
    input: Buffer.from(input, 'latin1'),
  });
  return written.toString('latin1').trim();
}

const unfit = (raw: string, expected: string): AssayError =>
  new AssayError(
    'conflict',
    `${expected} at ${JSON.stringify(Buffer.from(raw, 'latin1').toString())} in the base, found something else; nothing was changed`,
  );
