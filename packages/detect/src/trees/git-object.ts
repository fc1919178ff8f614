import { hash } from 'node:crypto';
import { AssayError } from '@assay/schema';

/** Modes of entries in a git tree. Assay never writes a submodule. */
export const MODES = {
  file: '100644',
  program: '100755',
  link: '120000',
  folder: '040000',
  submodule: '160000',
} as const;

/** An entry of a folder; the name is raw bytes. */
export interface TreeEntry {
  readonly name: Buffer;
  readonly mode: string;
  readonly oid: string;
}

export type ObjectKind = 'blob' | 'tree' | 'commit';

export const objectHeader = (kind: ObjectKind, size_bytes: number): Buffer => Buffer.from(`${kind} ${size_bytes}\0`);

/** The git id of an object: the hash of header and content. */
export const hashObject = (object: Buffer): string => hash('sha1', object);

/** The content of a tree object. Git sorts a folder as if its name ended in `/`. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const keyed = entries.map((entry) => ({
    entry,
    // latin1 compares like bytes
    key: entry.name.toString('latin1') + (entry.mode === MODES.folder ? '/' : ''),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  const size = entries.reduce((sum, { mode, name, oid }) => sum + mode.length + 2 + name.length + oid.length / 2, 0);
  const tree = Buffer.allocUnsafe(size);
  let end = 0;
  for (const { entry } of keyed) {
    end += tree.write(`${entry.mode.replace(/^0/, '')} `, end, 'latin1');
    end += entry.name.copy(tree, end);
    tree[end++] = 0;
    end += tree.write(entry.oid, end, 'hex');
  }
  return tree.subarray(0, end);
}

const OID_BYTES = 20;
const SPACE = 0x20;

/** Parses the entries of a tree object; throws on a name that could lead out of its folder. */
export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let from = 0;
  while (from < content.length) {
    const space = content.indexOf(SPACE, from);
    const nul = content.indexOf(0, space);
    if (space < 0 || nul < 0 || nul + OID_BYTES >= content.length + 1) throw broken('it is truncated');
    const name = content.subarray(space + 1, nul);
    requireValidName(name);
    if (name.toString('latin1') === '.git') throw broken('it contains a .git entry');
    const oid = content.toString('hex', nul + 1, nul + 1 + OID_BYTES);
    entries.push({ name, mode: content.toString('latin1', from, space).padStart(6, '0'), oid });
    from = nul + 1 + OID_BYTES;
  }
  return entries;
}

/** Throws for a name that is invalid in a folder. */
export function requireValidName(name: Buffer): void {
  const text = name.toString('latin1');
  if (/^(|\.|\.\.)$|[/\0]/.test(text)) throw broken(`it contains the invalid name ${JSON.stringify(text)}`);
}

const broken = (why: string): AssayError => new AssayError('unreadable_file', `a tree cannot be read: ${why}`);
