import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import { requireAllowedAddress, resolveAllowed } from './resolve-allowed.ts';

export interface PostOptions {
  /** Whether loopback addresses are allowed. */
  readonly allow_local: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

/**
 * Posts a body to a user-supplied URL and returns the response status. Connects only to public addresses, follows no
 * redirects and does not read the response body.
 */
export function post({ url, headers, body, timeout_ms, signal, allow_local }: PostOptions): Promise<number> {
  const address = new URL(url);
  const rules = { allow_local, plain: address.protocol !== 'https:' };
  const send = rules.plain ? requestPlainly : request;
  return new Promise((resolve, reject) => {
    requireAllowedAddress(address.hostname, rules);
    const timeout = AbortSignal.timeout(timeout_ms);
    const outgoing = send(address, {
      method: 'POST',
      // a new connection each time: none stays open to a receiver that may be gone
      agent: false,
      lookup: resolveAllowed(rules),
      signal: AbortSignal.any([signal, timeout]),
      headers: { 'content-length': Buffer.byteLength(body), ...headers },
    });
    outgoing.on('response', (response) => {
      resolve(response.statusCode ?? 0);
      response.destroy();
    });
    outgoing.on('error', (error) => {
      reject(timeout.aborted ? new Error(`no answer within ${timeout_ms / 1_000} s`) : error);
    });
    outgoing.end(body);
  });
}
