import { lstat, readFile } from 'node:fs/promises';
import { AssayError } from '@assay/schema';

const MAX_BYTES = 16 * 1024 * 1024;

/** The text of a file that is not a link; undefined if there is none. */
export async function readTaskFile(file: string, max_bytes = MAX_BYTES): Promise<string | undefined> {
  const found = await lstat(file).catch(() => undefined);
  if (found === undefined || !found.isFile()) return undefined;
  if (found.size > max_bytes)
    throw new AssayError('unreadable_file', `${file} has ${found.size} bytes, more than ${max_bytes}`);
  return await readFile(file, 'utf8');
}

/** The same, for a file that must be there and say something. */
export async function requireTaskFile(file: string): Promise<string> {
  const text = await readTaskFile(file);
  if (text === undefined) throw new AssayError('unreadable_file', `${file} is missing`);
  if (text.trim() === '') throw new AssayError('unreadable_file', `${file} is empty`);
  return text;
}
