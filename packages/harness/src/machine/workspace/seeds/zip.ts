import { open } from 'node:fs/promises';
import { createTreeWriter } from '@assay/detect';
import { AssayError } from '@assay/schema';
import { listZip, type ZipEntry } from './zip-directory.ts';
import { readZipEntry } from './zip-entry.ts';

interface ZipBounds {
  readonly target: string;
  readonly max_bytes: number;
  readonly max_entries: number;
}

const MAX_LINK_BYTES = 4096;
const KIND = { mask: 0o170000, link: 0o120000, folder: 0o040000, file: 0o100000 };

/** Unpacks a zip by its directory. An entry never unpacks to more than its recorded size. */
export async function seedFromZip(path: string, { target, max_bytes, max_entries }: ZipBounds): Promise<void> {
  await using file = await open(path);
  const entries = await listZip(file, { path, max_entries });
  const total = entries.reduce((sum, { size_bytes }) => sum + size_bytes, 0);
  if (total > max_bytes) throw broken(path, `it unpacks to more than ${max_bytes} bytes`);
  const writer = createTreeWriter(target);
  for (const entry of entries) {
    const names = splitName(entry, path);
    const kind = entry.mode & KIND.mask;
    if (entry.is_folder || kind === KIND.folder) writer.folder(names);
    else if (kind === KIND.link) {
      if (entry.size_bytes > MAX_LINK_BYTES) throw broken(path, 'it contains a link that is too long');
      const parts: Buffer[] = [];
      await readZipEntry(file, { entry, path, onChunk: (chunk) => parts.push(chunk) });
      writer.link(names, Buffer.concat(parts));
    } else if (kind === 0 || kind === KIND.file) {
      using written = writer.file(names, { mode: (entry.mode & 0o111) === 0 ? 0o644 : 0o755 });
      await readZipEntry(file, { entry, path, onChunk: written.write });
    } else throw broken(path, 'it contains a FIFO, socket or device');
  }
  writer.finish();
}

/** Splits a path into names; the writer checks them again. */
function splitName({ name }: ZipEntry, path: string): Buffer[] {
  const names = name
    .toString('latin1')
    .replace(/\/+$/, '')
    .split('/')
    .filter((part) => part !== '.');
  if (names.length === 0 || names.some((part) => part === '' || part === '..')) {
    throw broken(path, `an entry leads outside the target: ${JSON.stringify(name.toString())}`);
  }
  return names.map((part) => Buffer.from(part, 'latin1'));
}

const broken = (path: string, why: string): AssayError =>
  new AssayError('unreadable_file', `${path} cannot be unpacked: ${why}`);
