import { AssayError } from '@assay/schema';

/** Throws for a request from a page of another site: it must not sign anyone in. */
export function refuseOtherSites(headers: Headers): void {
  const site = headers.get('sec-fetch-site');
  // browsers leave it out without HTTPS
  if (site === 'same-origin' || (site === null && !comesFromOtherHost(headers))) return;
  throw new AssayError('forbidden', 'only the dashboard may create a session; this request comes from another site');
}

/** Without an origin it does not come from a page. The port may differ, because proxies leave it out. */
function comesFromOtherHost(headers: Headers): boolean {
  const [origin, host] = [headers.get('origin'), headers.get('host')];
  if (origin === null || host === null) return false;
  return URL.parse(origin)?.hostname !== URL.parse(`http://${host}`)?.hostname;
}

/** Throws for a media type that forms of other sites can send without being asked. */
export function requireJson(media_type: string): void {
  if (media_type === 'application/json') return;
  throw new AssayError('invalid_input', `Content-Type: expected application/json, found ${media_type || 'nothing'}`, {
    path: 'content-type',
  });
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
