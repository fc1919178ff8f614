import { lookup } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { isLoopbackAddress, isPublicAddress } from './address.ts';

export interface AddressRules {
  /** Whether this machine itself may be sent to. */
  readonly allow_local: boolean;
  /** Without TLS: that is for this machine itself alone. */
  readonly plain: boolean;
}

const isAllowed = (address: string, { allow_local, plain }: AddressRules): boolean =>
  (allow_local && isLoopbackAddress(address)) || (!plain && isPublicAddress(address));

/** Why an address must not be sent to. */
const refusal = (name: string): Error =>
  new Error(`expected ${name} to be a public address and https, found otherwise; nothing was sent`);

/** Refuses a host that is an address already: those are never looked up. */
export function refuseAddress(hostname: string, rules: AddressRules): void {
  const address = hostname.replace(/^\[|\]$/g, '');
  if (isIP(address) !== 0 && !isAllowed(address, rules)) throw refusal(address);
}

/**
 * Looks a name up for a connection that is about to be made, so that what was checked is what is connected to. One
 * address that is not public is enough to refuse the name: it would be used another time.
 */
export const resolveAllowed =
  (rules: AddressRules): LookupFunction =>
  (hostname, options, callback) => {
    lookup(hostname, { ...options, all: true }, (error, addresses) => {
      const [first] = addresses ?? [];
      if (error) callback(error, '', 0);
      else if (first === undefined || !addresses.every(({ address }) => isAllowed(address, rules)))
        callback(refusal(hostname), '', 0);
      else if (options.all === true)
        (callback as unknown as (error: null, found: typeof addresses) => void)(null, addresses);
      else callback(null, first.address, first.family);
    });
  };
