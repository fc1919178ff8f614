import { createPublicKey } from 'node:crypto';
import { AssayError, KeyDirectory, PublicKey } from '@assay/schema';
import { keyThumbprint, toPublicKey } from './public-key.ts';

/** Reads keys from a server's key directory, a JSON Web Key or PEM. A key without an id gets its thumbprint. */
export function readKeys(text: string): KeyDirectory {
  const keys = text.trimStart().startsWith('{') ? readJsonKeys(text) : readPem(text);
  if (keys !== undefined) return keys;
  throw new AssayError(
    'invalid_input',
    'this is not an Ed25519 key; use /.well-known/assay-keys.json of a server, a JSON Web Key or PEM',
    { path: 'key' },
  );
}

function readJsonKeys(text: string): KeyDirectory | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  const directory = KeyDirectory.safeParse(value);
  if (directory.success) return directory.data;
  const { x } = value as { x?: unknown };
  const named = typeof x === 'string' ? { kid: keyThumbprint(x), ...(value as object) } : value;
  const key = PublicKey.safeParse(named);
  return key.success ? { keys: [key.data], revoked: [] } : undefined;
}

function readPem(text: string): KeyDirectory | undefined {
  try {
    const key = createPublicKey(text);
    return key.asymmetricKeyType === 'ed25519' ? { keys: [toPublicKey(key)], revoked: [] } : undefined;
  } catch {
    // the caller reports it with the accepted formats
    return undefined;
  }
}
