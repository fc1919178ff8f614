import { setImmediate as turn } from 'node:timers/promises';
import type { FileState } from '@assay/schema';
import { formatName } from './path-name.ts';
import type { WalkedFolder, WalkedLink } from './walk-tree.ts';

// the link limit of Linux, and more names than a path can have
const MAX_LINKS = 40;
const MAX_STEPS = 2000;
const LINKS_PER_TURN = 2000;

type Destination = 'inside' | 'outside' | 'nowhere';

/**
 * Follows links within the walked tree only, so that neither a race nor a link can lead outside. Records in `files` which
 * links lead to something inside, and returns those that lead outside; the others lead nowhere.
 */
export async function resolveLinks(
  root: WalkedFolder,
  options: { readonly files: Map<string, FileState>; readonly roots: readonly string[] },
): Promise<Set<string>> {
  const { files } = options;
  const roots = options.roots.map((path) => Buffer.from(path.replace(/\/+$/, '')));
  const escapes = new Set<string>();
  let count = 0;
  for (const { path, folder, link } of listLinks(root)) {
    if (++count % LINKS_PER_TURN === 0) await turn();
    const destination = follow(folder, { link, root, roots });
    if (destination === 'outside') escapes.add(path);
    const state = files.get(path);
    if (destination === 'inside' && state !== undefined) files.set(path, { ...state, inside: true });
  }
  return escapes;
}

interface FoundLink {
  readonly path: string;
  readonly folder: WalkedFolder;
  readonly link: WalkedLink;
}

function* listLinks(root: WalkedFolder): Generator<FoundLink> {
  const folders = [root];
  for (let folder = folders.pop(); folder !== undefined; folder = folders.pop()) {
    for (const [label, child] of folder.children) {
      if (typeof child === 'string') continue;
      if ('children' in child) folders.push(child);
      else yield { path: folder.path === '' ? label : `${folder.path}/${label}`, folder, link: child };
    }
  }
}

interface Surroundings {
  readonly link: WalkedLink;
  readonly root: WalkedFolder;
  readonly roots: readonly Buffer[];
}

function follow(from: WalkedFolder, { link, root, roots }: Surroundings): Destination {
  let at = from;
  let links = 0;
  // names still to resolve, the next one last
  const names: string[] = [];
  const enter = ({ target }: WalkedLink): boolean => {
    const start = startOf(target, roots);
    if (start === undefined) return false;
    if (start > 0) at = root;
    names.push(...splitNames(target.subarray(start)).reverse());
    return true;
  };
  if (!enter(link)) return 'outside';
  for (let step = 0; names.length > 0; step++) {
    if (step > MAX_STEPS) return 'outside';
    const name = names.pop() ?? '';
    if (name === '..') {
      if (at.parent === null) return 'outside';
      at = at.parent;
      continue;
    }
    const child = at.children.get(name);
    if (child === 'unseen') return 'outside';
    if (child === undefined) return climbsOut(at, names) ? 'outside' : 'nowhere';
    if (child === 'file') return names.length === 0 ? 'inside' : 'nowhere';
    if ('children' in child) at = child;
    else if (++links > MAX_LINKS) return 'nowhere';
    else if (!enter(child)) return 'outside';
  }
  return 'inside';
}

/** Offset of the part below the workspace in an absolute target; 0 for a relative one. */
function startOf(target: Buffer, roots: readonly Buffer[]): number | undefined {
  if (target[0] !== SLASH) return 0;
  const root = roots.find(
    (path) => target.subarray(0, path.length).equals(path) && (target[path.length] ?? SLASH) === SLASH,
  );
  return root?.length;
}

const SLASH = 0x2f;

// split as bytes, so that names that are not UTF-8 match the walked ones
const splitNames = (target: Buffer): string[] =>
  target
    .toString('latin1')
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .map((name) => formatName(Buffer.from(name, 'latin1')));

/** Whether the names after a missing one would lead outside if it were a folder. */
function climbsOut(from: WalkedFolder, names: readonly string[]): boolean {
  let depth = 1;
  for (let at = from.parent; at !== null; at = at.parent) depth++;
  for (const name of names.toReversed()) {
    depth += name === '..' ? -1 : 1;
    if (depth < 0) return true;
  }
  return false;
}
