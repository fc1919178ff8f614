import { readFileSync } from 'node:fs';
import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';
import { type Destination, readDestination } from './destination.ts';

/** The server and key of the options, or else of the environment; null when either is missing. */
export function chooseDestination(options: {
  readonly url: string | undefined;
  readonly key_file: string | undefined;
}): Destination | null {
  const { environment } = createHost();
  const key = options.key_file === undefined ? environment['ASSAY_API_KEY'] : readKey(options.key_file);
  return readDestination(options.url ?? environment['ASSAY_URL'], key);
}

function readKey(file: string): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
  // what cannot stand in a header is no key
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AssayError('usage', `expected a key such as assay_sk_… alone in ${file}, found ${key.length} characters`);
  return key;
}
