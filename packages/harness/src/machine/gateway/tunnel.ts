import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import type { Duplex } from 'node:stream';
import { isAllowed, parseAuthority } from './allow-list.ts';
import { type RejectedRequest, rejectionBody } from './rejected-request.ts';
import { hostNotAllowed } from './route.ts';

export interface TunnelOptions {
  readonly head: Buffer;
  readonly hosts: readonly string[];
  /** Called with both ends, so that the gateway can close them. */
  readonly onOpen: (socket: Duplex) => void;
  readonly onDenied: (authority: string) => void;
}

/** Answers `CONNECT host:port`: a tunnel for a listed host, a refusal for any other. */
export function openTunnel(request: IncomingMessage, client: Duplex, options: TunnelOptions): void {
  options.onOpen(client);
  client.on('error', () => client.destroy());
  const authority = parseAuthority(request.url ?? '');
  if (authority === undefined) {
    refuseTunnel(client, { status: 400, code: 'invalid_target', message: 'expected `host:port` after CONNECT' });
    return;
  }
  const { host, port } = authority;
  const target = `${host}:${port}`;
  if (!isAllowed(options.hosts, authority)) {
    options.onDenied(target);
    refuseTunnel(client, hostNotAllowed(target));
    return;
  }
  const upstream = connect({ host: host.replace(/^\[|\]$/g, ''), port });
  options.onOpen(upstream);
  let isOpen = false;
  upstream.on('connect', () => {
    isOpen = true;
    client.write('HTTP/1.1 200 Connection Established\r\n\r\n');
    upstream.write(options.head);
    client.pipe(upstream).pipe(client);
  });
  upstream.on('error', (cause) => {
    const message = `${target} could not be reached: ${cause.message}`;
    if (isOpen) client.destroy();
    else refuseTunnel(client, { status: 502, code: 'service_unavailable', message });
  });
  upstream.on('close', () => client.end());
  client.on('close', () => upstream.destroy());
}

function refuseTunnel(client: Duplex, refusal: RejectedRequest): void {
  const body = rejectionBody(refusal);
  const head = [
    `HTTP/1.1 ${refusal.status} Refused`,
    'content-type: application/json',
    `content-length: ${Buffer.byteLength(body)}`,
    'connection: close',
  ];
  client.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
