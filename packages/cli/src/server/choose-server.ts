import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';

/** The Assay server to send requests to. */
export interface ServerAddress {
  readonly url: string;
  /** Null for public requests. */
  readonly api_key: string | null;
}

/** The server from `--url` or ASSAY_URL, with the key from ASSAY_API_KEY. */
export function chooseServer(url: string | undefined): ServerAddress {
  const { environment } = createHost();
  const given = url ?? environment['ASSAY_URL'];
  if (!given) {
    throw new AssayError('usage', 'the address of the Assay server is missing: use --url or set ASSAY_URL');
  }
  const parsed = URL.parse(given);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new AssayError('usage', `expected a server address such as http://127.0.0.1:4600, found ${given}`);
  }
  const api_key = environment['ASSAY_API_KEY'] || null;
  // not valid in a header; the message must not repeat it
  if (api_key !== null && !/^[\x21-\x7e]{1,500}$/.test(api_key)) {
    throw new AssayError('usage', 'ASSAY_API_KEY is not a key; keys look like assay_sk_…');
  }
  return { url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`, api_key };
}
