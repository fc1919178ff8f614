import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';
import { readLogin } from './login-file.ts';

/** The Assay server to send requests to. */
export interface ServerAddress {
  readonly url: string;
  /** Null for public requests. */
  readonly api_key: string | null;
}

/** The server from `--url`, ASSAY_URL or `assay login`, with the key from ASSAY_API_KEY or the login. */
export function chooseServer(url: string | undefined): ServerAddress {
  const { environment } = createHost();
  const login = readLogin();
  const given = url ?? (environment['ASSAY_URL'] || login?.url);
  if (!given) {
    throw new AssayError(
      'usage',
      'the address of the Assay server is missing: run `assay login URL`, use --url or set ASSAY_URL',
    );
  }
  const address = parseServerUrl(given);
  const own = environment['ASSAY_API_KEY'] || null;
  if (own !== null) requireKey(own, 'ASSAY_API_KEY');
  // the key of a login is for its own server only
  return { url: address, api_key: own ?? (login?.url === address ? login.api_key : null) };
}

/** The address of a server without a slash at its end. */
export function parseServerUrl(given: string): string {
  const parsed = URL.parse(given);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new AssayError('usage', `expected a server address such as http://127.0.0.1:4600, found ${given}`);
  }
  return `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`;
}

/** Throws if a key cannot be sent in a header. The message must not repeat it. */
export function requireKey(key: string, where: string): void {
  if (!/^[\x21-\x7e]{1,500}$/.test(key))
    throw new AssayError('usage', `${where} is not a key; keys look like assay_sk_…`);
}
