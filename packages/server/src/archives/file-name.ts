import { AssayError } from '@assay/schema';

const MAX_NAME_BYTES = 1_024;
const MAX_SEGMENT_BYTES = 255;

/** Normalizes a file name inside a folder. Rejects invalid names and paths that lead out of the folder. */
export function readFileName(given: string): string {
  const refuse = (reason: string): AssayError =>
    new AssayError('invalid_archive', `invalid file name ${show(given)} in the archive: ${reason}`);
  if (given.includes('\0')) throw refuse('it contains a NUL character');
  if (!given.isWellFormed() || given.includes('\ufffd')) throw refuse('it is not UTF-8');
  if (given.startsWith('/') || /^[a-z]:/i.test(given)) throw refuse('it is absolute');
  if (given.includes('\\')) throw refuse('it contains a backslash, which is a path separator on Windows');
  const segments = given.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw refuse('it leads out of the folder');
  if (segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES))
    throw refuse(`a path segment is longer than ${MAX_SEGMENT_BYTES} bytes`);
  const name = segments.join('/');
  if (name === '') throw refuse('it is empty');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refuse(`it is longer than ${MAX_NAME_BYTES} bytes`);
  return name;
}

const show = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 77)}…` : name);
