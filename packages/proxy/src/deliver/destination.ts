import { createHash } from 'node:crypto';
import { AssayError } from '@assay/schema';

/** An Assay server and the API key to use. */
export interface Destination {
  readonly url: string;
  readonly api_key: string;
  /** Identifies the destination without revealing the key. */
  readonly fingerprint: string;
}

/** A destination from a URL and a key; null if either is missing. */
export function readDestination(url: string | undefined, api_key: string | undefined): Destination | null {
  if (!url || !api_key) return null;
  const parsed = URL.parse(url);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol))
    throw new AssayError('usage', `expected the URL of an Assay server such as http://127.0.0.1:4600, found ${url}`);
  const base = `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`;
  const fingerprint = createHash('sha256').update(`${base}\n${api_key}`).digest('hex').slice(0, 16);
  return { url: base, api_key, fingerprint };
}
