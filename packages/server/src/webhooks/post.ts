import { request as requestPlainly } from 'node:http';
import { request } from 'node:https';
import { refuseAddress, resolveAllowed } from './resolve-allowed.ts';

export interface PostOptions {
  /** Whether this machine itself may be sent to. */
  readonly allow_local: boolean;
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly timeout_ms: number;
  readonly signal: AbortSignal;
}

/**
 * Sends a body to an address somebody else chose, and gives the status it was answered with. Nobody but public addresses
 * is sent to, nothing is followed, and what else the answer says is not read.
 */
export function post({ url, headers, body, timeout_ms, signal, allow_local }: PostOptions): Promise<number> {
  const address = new URL(url);
  const rules = { allow_local, plain: address.protocol !== 'https:' };
  const send = rules.plain ? requestPlainly : request;
  return new Promise((resolve, reject) => {
    refuseAddress(address.hostname, rules);
    const timeout = AbortSignal.timeout(timeout_ms);
    const outgoing = send(address, {
      method: 'POST',
      // one connection for each: none is left open to somebody who may be gone
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
      reject(timeout.aborted ? new Error(`expected an answer within ${timeout_ms / 1_000} s, found none`) : error);
    });
    outgoing.end(body);
  });
}
