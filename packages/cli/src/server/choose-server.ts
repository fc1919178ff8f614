import { AssayError } from '@assay/schema';
import { createHost } from '../config.ts';

/** An Assay server to ask. */
export interface AskedServer {
  readonly url: string;
  /** Null where everyone may ask. */
  readonly api_key: string | null;
}

/** The server of `--url` or of the environment, with the key of the environment. */
export function chooseServer(url: string | undefined): AskedServer {
  const { environment } = createHost();
  const given = url ?? environment['ASSAY_URL'];
  if (!given) {
    throw new AssayError('usage', 'expected the address of an Assay server by --url or ASSAY_URL, found neither');
  }
  const parsed = URL.parse(given);
  if (parsed === null || !['http:', 'https:'].includes(parsed.protocol)) {
    throw new AssayError('usage', `expected an address such as http://127.0.0.1:4600, found ${given}`);
  }
  const api_key = environment['ASSAY_API_KEY'] || null;
  // what cannot stand in a header is no key; it is not repeated either
  if (api_key !== null && !/^[\x21-\x7e]{1,500}$/.test(api_key)) {
    throw new AssayError('usage', 'expected ASSAY_API_KEY to be a key such as assay_sk_…, found something else');
  }
  return { url: `${parsed.origin}${parsed.pathname.replace(/\/+$/, '')}`, api_key };
}
