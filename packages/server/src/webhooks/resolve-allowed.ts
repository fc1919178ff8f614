import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

export interface AddressRules {
  /** Whether loopback addresses are allowed. */
  readonly allow_local: boolean;
  /** Without TLS; allowed for loopback addresses only. */
  readonly plain: boolean;
}

const isAllowed = (address: string, { allow_local, plain }: AddressRules): boolean =>
  (allow_local && isLoopbackAddress(address)) || (!plain && isPublicAddress(address));

/** A host that may not be called. Trying again does not help. */
export class ForbiddenAddress extends Error {
  constructor(name: string) {
    super(`${name} is not a public https address; nothing was sent`);
  }
}

/** Rejects a disallowed host that is an IP address, because those are never looked up. */
export function requireAllowedAddress(hostname: string, rules: AddressRules): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(address, rules)) throw new ForbiddenAddress(address);
}

/**
 * Resolves and checks a host name for a connection, so that the checked address is the one connected to. A single
 * disallowed address rejects the name, because a later connection could use it.
 */
export const resolveAllowed =
  (rules: AddressRules): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '', 0);
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address, rules)))
        callback(new ForbiddenAddress(hostname), '', 0);
      else if (options.all === true)
        (callback as unknown as (error: null, found: typeof addresses) => void)(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
