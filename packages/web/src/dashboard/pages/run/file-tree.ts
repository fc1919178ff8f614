import type { DiffFile } from '@assay/scoring';

/** A folder of changed files. A folder that contains only one folder is merged with it. */
export interface Folder {
  readonly name: string;
  readonly folders: readonly Folder[];
  readonly files: readonly { readonly name: string; readonly file: DiffFile }[];
}

interface Growing {
  readonly folders: Map<string, Growing>;
  readonly files: { name: string; file: DiffFile }[];
}

/** The changed files as a tree: folders first, then by name. */
export function buildFileTree(files: readonly DiffFile[]): Folder {
  const root: Growing = { folders: new Map(), files: [] };
  for (const file of files) {
    const parts = file.path.split('/');
    let at = root;
    // limit the depth: a path can be deeper than the page can nest
    for (const part of parts.slice(0, -1).slice(0, MAX_DEPTH)) {
      const below = at.folders.get(part) ?? { folders: new Map(), files: [] };
      at.folders.set(part, below);
      at = below;
    }
    at.files.push({ name: parts.slice(Math.min(parts.length - 1, MAX_DEPTH)).join('/'), file });
  }
  return settle('', root);
}

const MAX_DEPTH = 12;

function settle(name: string, { folders, files }: Growing): Folder {
  const [only] = folders.size === 1 && files.length === 0 && name !== '' ? [...folders] : [];
  if (only !== undefined) return settle(`${name}/${only[0]}`, only[1]);
  return {
    name,
    folders: [...folders].map(([below, growing]) => settle(below, growing)).toSorted(byName),
    files: files.toSorted(byName),
  };
}

const byName = (one: { name: string }, other: { name: string }): number =>
  one.name < other.name ? -1 : Number(one.name > other.name);
