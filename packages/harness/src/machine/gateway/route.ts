import { isAllowed, urlAuthority } from './allow-list.ts';
import { insertQueryKeys, type Keys } from './keys.ts';
import type { RejectedRequest } from './rejected-request.ts';

/** Where a request is forwarded to. */
export interface Route {
  readonly url: URL;
  /** The keys to insert: only for the model service. */
  readonly keys: Keys;
  readonly to_service: boolean;
}

export interface RouteOptions {
  readonly service: URL | null;
  readonly keys: Keys;
  readonly hosts: readonly string[];
}

const NO_KEYS: Keys = new Map();

const NO_SERVICE: RejectedRequest = { status: 403, code: 'no_service', message: 'this run has no model service' };

const INVALID_TARGET: RejectedRequest = {
  status: 400,
  code: 'invalid_target',
  message: 'expected a path of the model service, or an absolute http or https URL',
};

/** Resolves the target of a request: a path to the model service, or a URL to an allowed host. */
export function findRoute(target: string, { service, keys, hosts }: RouteOptions): Route | RejectedRequest {
  if (service === null && target.startsWith('/')) return NO_SERVICE;
  const url = parseTarget(target, service);
  if (url === undefined) return INVALID_TARGET;
  if (url.origin === service?.origin) {
    url.search = insertQueryKeys(url.search, keys);
    return { url, keys, to_service: true };
  }
  const { host, port } = urlAuthority(url);
  if (!isAllowed(hosts, { host, port })) return hostNotAllowed(`${host}:${port}`);
  return { url, keys: NO_KEYS, to_service: false };
}

/** The refusal for a host that is not on the list. */
export const hostNotAllowed = (denied: string): RejectedRequest => ({
  status: 403,
  code: 'host_not_allowed',
  denied,
  message: `${denied} is not on the list of hosts this run may reach; add it to \`limits.network\` of the scenario`,
});

function parseTarget(target: string, service: URL | null): URL | undefined {
  // anything but a path could change the host when appended to the service address, as in `@elsewhere`
  const base = service?.pathname.replace(/\/$/, '') ?? '';
  const whole = target.startsWith('/') ? `${service?.origin}${base}${target}` : target;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  url.username = '';
  url.password = '';
  // `..` must not leave the configured path of the service
  if (url.origin === service?.origin && !`${url.pathname}/`.startsWith(`${base}/`)) return undefined;
  return url;
}
