import { AssayError } from '@assay/schema';
import { requireAllowedAddress } from './resolve-allowed.ts';

/** Rejects a URL that could never be called. Names are looked up only when a message is sent. */
export function requireAllowedUrl(url: string, allow_local: boolean): void {
  const { hostname, protocol } = new URL(url);
  const host = hostname === 'localhost' || hostname.endsWith('.localhost') ? '127.0.0.1' : hostname;
  try {
    requireAllowedAddress(host, { allow_local, plain: protocol !== 'https:' });
  } catch (cause) {
    throw new AssayError('invalid_input', `url: expected a public https address, found ${url}`, { path: 'url', cause });
  }
}
