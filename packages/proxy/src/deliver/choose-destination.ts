import { readFileSync } from 'node:fs';
import { AssayError } from '@assay/schema';
import { readVariable } from '../environment.ts';
import { type Destination, readDestination } from './destination.ts';

/** The server and key from the options, or else from the environment. Null when either is missing. */
export function chooseDestination(options: {
  readonly url: string | undefined;
  readonly key_file: string | undefined;
}): Destination | null {
  const key = options.key_file === undefined ? readVariable('ASSAY_API_KEY') : readKey(options.key_file);
  return readDestination(options.url ?? readVariable('ASSAY_URL'), key);
}

function readKey(file: string): string {
  let key: string;
  try {
    key = readFileSync(file, 'utf8').trim();
  } catch (cause) {
    const { code, message } = cause as NodeJS.ErrnoException;
    throw new AssayError('unreadable_file', `${file} cannot be read: ${code ?? message}`, { cause });
  }
  // a key is sent in a header, so only header characters are valid
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AssayError(
      'usage',
      `expected only an API key such as assay_sk_… in ${file}, found ${key.length} characters`,
    );
  return key;
}
