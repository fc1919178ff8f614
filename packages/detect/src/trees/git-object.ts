import { hash } from 'node:crypto';
import { AssayError } from '@assay/schema';

/** How git names a file, a program, a link and a folder in a tree; and a submodule, which Assay never writes. */
export const MODES = {
  file: '100644',
  program: '100755',
  link: '120000',
  folder: '040000',
  submodule: '160000',
} as const;

/** A name in a folder, as the raw bytes the file system has. */
export interface TreeEntry {
  readonly name: Buffer;
  readonly mode: string;
  readonly oid: string;
}

export type ObjectKind = 'blob' | 'tree' | 'commit';

export const objectHeader = (kind: ObjectKind, size_bytes: number): Buffer => Buffer.from(`${kind} ${size_bytes}\0`);

/** The id git gives an object, from its header and content together. */
export const hashObject = (object: Buffer): string => hash('sha1', object);

/** The content of a tree object, in the order git wants: a folder sorts as if its name ended in `/`. */
export function formatTree(entries: readonly TreeEntry[]): Buffer {
  const keyed = entries.map((entry) => ({
    entry,
    // latin1 compares as bytes do
    key: entry.name.toString('latin1') + (entry.mode === MODES.folder ? '/' : ''),
  }));
  keyed.sort((a, b) => (a.key < b.key ? -1 : 1));
  return Buffer.concat(
    keyed.flatMap(({ entry: { mode, name, oid } }) => [
      Buffer.from(`${mode.replace(/^0/, '')} `),
      name,
      Buffer.from([0]),
      Buffer.from(oid, 'hex'),
    ]),
  );
}

const OID_BYTES = 20;
const SPACE = 0x20;

/** The entries of a tree object. A name that could lead out of its folder is a fault. */
export function parseTree(content: Buffer): TreeEntry[] {
  const entries: TreeEntry[] = [];
  let from = 0;
  while (from < content.length) {
    const space = content.indexOf(SPACE, from);
    const nul = content.indexOf(0, space);
    if (space < 0 || nul < 0 || nul + OID_BYTES >= content.length + 1) throw broken('it is cut short');
    const name = content.subarray(space + 1, nul);
    refuseName(name);
    if (name.toString('latin1') === '.git') throw broken('it holds a repository of its own');
    const oid = content.toString('hex', nul + 1, nul + 1 + OID_BYTES);
    entries.push({ name, mode: content.toString('latin1', from, space).padStart(6, '0'), oid });
    from = nul + 1 + OID_BYTES;
  }
  return entries;
}

/** Throws for a name that no folder can hold. */
export function refuseName(name: Buffer): void {
  const text = name.toString('latin1');
  if (/^(|\.|\.\.)$|[/\0]/.test(text)) throw broken(`it names ${JSON.stringify(text)}`);
}

const broken = (why: string): AssayError => new AssayError('unreadable_file', `a tree cannot be read: ${why}`);
