import { AssayError } from '@assay/schema';

const MAX_NAME_BYTES = 1_024;
const MAX_SEGMENT_BYTES = 255;

/** The name of a file inside a folder, with what leads out of it, or cannot be a name, refused. */
export function readFileName(given: string): string {
  const refuse = (reason: string): AssayError =>
    new AssayError('invalid_archive', `expected names of files inside the folder, found ${show(given)}: ${reason}`);
  if (given.includes('\0')) throw refuse('it holds a NUL');
  if (!given.isWellFormed() || given.includes('\ufffd')) throw refuse('it is not UTF-8');
  if (given.startsWith('/') || /^[a-z]:/i.test(given)) throw refuse('it is absolute');
  if (given.includes('\\')) throw refuse('it has a backslash, which leads elsewhere on some machines');
  const segments = given.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.includes('..')) throw refuse('it leads out');
  if (segments.some((segment) => Buffer.byteLength(segment) > MAX_SEGMENT_BYTES))
    throw refuse(`a part of it has more than ${MAX_SEGMENT_BYTES} bytes`);
  const name = segments.join('/');
  if (name === '') throw refuse('nothing is left of it');
  if (Buffer.byteLength(name) > MAX_NAME_BYTES) throw refuse(`it has more than ${MAX_NAME_BYTES} bytes`);
  return name;
}

const show = (name: string): string => JSON.stringify(name.length > 80 ? `${name.slice(0, 77)}…` : name);
