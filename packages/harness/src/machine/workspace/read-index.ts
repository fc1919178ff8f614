import { existsSync, readFileSync } from 'node:fs';
import { formatName } from '@assay/detect';
import { AssayError } from '@assay/schema';

interface IndexEntry {
  readonly path: string;
  readonly mode: string;
  readonly oid: string;
}

// version 2 of the index format, which `create-history.ts` requests
const HEADER_BYTES = 12;
const PLACE = { mode: 24, oid: 40, name: 62 };
const OID_BYTES = 20;
const SLASH = '/';
const PLAIN = /^[\w./-]*$/;

/** The entries of an index that `git add` wrote; empty if there was nothing to add. */
export function readIndex(file: string): IndexEntry[] {
  if (!existsSync(file)) return [];
  const index = readFileSync(file);
  if (index.toString('latin1', 0, 4) !== 'DIRC' || index.readUInt32BE(4) !== 2) {
    throw new AssayError('internal', `${file} is not a git index of version 2`);
  }
  const entries: IndexEntry[] = [];
  for (let at = HEADER_BYTES; entries.length < index.readUInt32BE(8); ) {
    const end = index.indexOf(0, at + PLACE.name);
    const name = index.toString('latin1', at + PLACE.name, end);
    entries.push({
      path: PLAIN.test(name) ? name : name.split(SLASH).map(formatBytes).join(SLASH),
      mode: index.readUInt32BE(at + PLACE.mode).toString(8),
      oid: index.toString('hex', at + PLACE.oid, at + PLACE.oid + OID_BYTES),
    });
    // padded with one to eight NULs to a multiple of eight
    at += (end - at + 8) & ~7;
  }
  return entries;
}

const formatBytes = (name: string): string => formatName(Buffer.from(name, 'latin1'));
