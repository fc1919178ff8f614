import { authorityOf, isAllowed } from './allow-list.ts';
import { insertQueryKeys, type Keys } from './keys.ts';
import type { Refusal } from './refusal.ts';

/** Where a request goes on to. */
export interface Route {
  readonly url: URL;
  /** The keys it is given: those of the model service for the model service, none for anyone else. */
  readonly keys: Keys;
  readonly to_service: boolean;
}

export interface RouteOptions {
  readonly service: URL | null;
  readonly keys: Keys;
  readonly hosts: readonly string[];
}

const NO_KEYS: Keys = new Map();

const NO_SERVICE: Refusal = { status: 403, code: 'no_service', message: 'this run has no model service' };

const INVALID_TARGET: Refusal = {
  status: 400,
  code: 'invalid_target',
  message: 'expected a path of the model service, or a whole http or https URL',
};

/** Finds where the target of a request leads: a path to the model service, a whole URL to a host that is allowed. */
export function findRoute(target: string, { service, keys, hosts }: RouteOptions): Route | Refusal {
  if (service === null && target.startsWith('/')) return NO_SERVICE;
  const url = parseTarget(target, service);
  if (url === undefined) return INVALID_TARGET;
  if (url.origin === service?.origin) {
    url.search = insertQueryKeys(url.search, keys);
    return { url, keys, to_service: true };
  }
  const { host, port } = authorityOf(url);
  if (!isAllowed(hosts, { host, port })) return hostRefusal(`${host}:${port}`);
  return { url, keys: NO_KEYS, to_service: false };
}

/** What is said of a host that is not on the list. */
export const hostRefusal = (denied: string): Refusal => ({
  status: 403,
  code: 'host_not_allowed',
  denied,
  message: `${denied} is not on the list of hosts this run may reach; add it to \`limits.network\` of the scenario`,
});

function parseTarget(target: string, service: URL | null): URL | undefined {
  // anything but a path could change the host when it is put behind the address of the service, as in `@elsewhere`
  const base = service?.pathname.replace(/\/$/, '') ?? '';
  const whole = target.startsWith('/') ? `${service?.origin}${base}${target}` : target;
  if (!/^https?:\/\//i.test(whole) || !URL.canParse(whole)) return undefined;
  const url = new URL(whole);
  url.username = '';
  url.password = '';
  // `..` must not lead out of the part of the service that the operator has named
  if (url.origin === service?.origin && !`${url.pathname}/`.startsWith(`${base}/`)) return undefined;
  return url;
}
