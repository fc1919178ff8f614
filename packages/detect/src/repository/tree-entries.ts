import { AssayError } from '@assay/schema';
import type { ObjectReader } from '../trees/object-reader.ts';
import { formatPath } from '../trees/path-name.ts';
import { readFields } from './read-fields.ts';

/** A path in a tree: raw bytes as characters, and as text for messages and matching. */
export interface TreePath {
  readonly raw: string;
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

// more than any real repository has
const MAX_LISTED = 2_000_000;

/** Lists all entries of a tree except folders. */
export const listTree = (tree: string, git_dir: string): Promise<TreePath[]> =>
  list(['ls-tree', '-r', '-z', tree], git_dir);

/** The content of the files in a tree that exist of these. */
export async function readTreeFiles(
  paths: readonly string[],
  { tree, git_dir, objects }: { readonly tree: string; readonly git_dir: string; readonly objects: ObjectReader },
): Promise<ReadonlyMap<string, Buffer>> {
  // most repositories have none of them, and the reader is already open
  const sizes = await Promise.all(paths.map((path) => objects.size(`${tree}:${path}`)));
  if (sizes.every((size) => size === null)) return new Map();
  const entries = await list(['--literal-pathspecs', 'ls-tree', '-z', tree, '--', ...paths], git_dir);
  const files = entries.filter(({ mode }) => mode.startsWith('100'));
  const read = files.map(async ({ path, oid }) => [path, (await objects.read(oid)).content] as const);
  return new Map(await Promise.all(read));
}

async function list(command: readonly string[], git_dir: string): Promise<TreePath[]> {
  const lines = await readFields('cannot list a tree', { command, git_dir, max_fields: MAX_LISTED });
  if (lines === null) throw new AssayError('payload_too_large', `a tree has more than ${MAX_LISTED} files`);
  return lines.map((line) => {
    const tab = line.indexOf('\t');
    const [mode = '', , oid = ''] = line.slice(0, tab).split(' ');
    const raw = line.slice(tab + 1);
    return { raw, path: toPath(raw), mode, oid };
  });
}

/** Converts a raw path, one character per byte, to text. */
export const toPath = (raw: string): string =>
  PLAIN.test(raw) ? raw : formatPath(raw.split('/').map((name) => Buffer.from(name, 'latin1')));

// the common case: nothing to decode or escape
const PLAIN = /^[\x20-\x5b\x5d-\x7e]*$/;
