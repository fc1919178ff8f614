import { AssayError } from '@assay/schema';

/** Throws for a request from a page of another site: it must not sign anyone in. */
export function refuseOtherSites(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  if (site === null || site === 'same-origin') return;
  throw new AssayError('forbidden', 'only the dashboard may create a session; this request comes from another site');
}

/** The address under which the browser knows this server. An identity provider opens only addresses that it knows. */
export function requireOwnOrigin(headers: Headers): string {
  refuseOtherSites(headers);
  const origin = URL.parse(headers.get('origin') ?? '');
  if (origin !== null && ['http:', 'https:'].includes(origin.protocol)) return origin.origin;
  throw new AssayError('invalid_input', 'Origin: expected the address of the dashboard; sign in with a browser', {
    path: 'origin',
  });
}
