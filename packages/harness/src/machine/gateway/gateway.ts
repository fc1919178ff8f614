import { once } from 'node:events';
import { rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Duplex } from 'node:stream';
import { AssayError, type ModelPrices } from '@assay/schema';
import { type Exchange, forward } from './forward.ts';
import { createMeter, type GatewayLimits, type GatewayUsage, type Meter, type ModelCall } from './meter.ts';
import type { ModelHealth } from './model-health.ts';
import { sendRejection } from './rejected-request.ts';
import { findRoute, type RouteOptions } from './route.ts';
import type { ToolRecord } from './tool-record.ts';
import { openTunnel } from './tunnel.ts';

/** The only egress of a sandbox: to the model service with the real key, and to listed hosts without it. */
export interface Gateway extends AsyncDisposable {
  /** A unix socket, for a sandbox without network. */
  readonly socket: string;
  /** The same on loopback, for a sandbox that shares the host network. */
  readonly url: string;
  usage(): GatewayUsage & { readonly denied: string[] };
  records(): readonly ModelCall[];
  /** The tool calls of the model, with the results that the agent sent back. */
  tools(): ToolRecord;
  /** Observed health of the model service. */
  health(): ModelHealth;
  /** Closes it and every connection through it. */
  close(): Promise<void>;
}

export interface GatewayOptions {
  /** An existing folder for the socket, with a short path. */
  readonly folder: string;
  readonly service: { readonly url: string } | null;
  /** Placeholders of the agent and the real keys. Only requests with a placeholder get the key. */
  readonly keys: ReadonlyMap<string, string>;
  /** Hosts allowed besides the model service: `host`, `host:port` or `*.suffix`. */
  readonly hosts: readonly string[];
  readonly limits: GatewayLimits;
  /** Prices that override the built-in table. */
  readonly prices?: ModelPrices;
  readonly onUsage?: (usage: GatewayUsage) => void;
  /** Called once with the reached limit as a sentence. Later requests to the model are refused. */
  readonly onLimit?: (reason: string) => void;
  readonly signal?: AbortSignal;
}

// socket paths are limited to 108 bytes on Linux and 104 elsewhere, including the final zero
const LONGEST_SOCKET_PATH = 100;
const MOST_CONNECTIONS = 512;
const MOST_DENIED = 100;
// an agent keeps its connection for the next turn, which may come much later
const KEPT_CONNECTION_MS = 10 * 60_000;

/** Opens a gateway for one run. */
export async function openGateway(options: GatewayOptions): Promise<Gateway> {
  options.signal?.throwIfAborted();
  const socket = socketPath(options.folder);
  const meter = createMeter(options);
  const denied = new Set<string>();
  const deny = (authority: string): void => {
    if (denied.size < MOST_DENIED) denied.add(authority.slice(0, 300));
  };
  const open = new Set<Duplex>();
  const routes: RouteOptions = {
    service: options.service === null ? null : parseService(options.service.url),
    keys: new Map([...options.keys].filter(([placeholder]) => placeholder !== '')),
    hosts: options.hosts,
  };
  const createEntrance = (): Server => {
    const server = createServer({ keepAliveTimeout: KEPT_CONNECTION_MS }, (request, response) =>
      answer({ request, response }, { routes, meter, deny }),
    );
    server.maxConnections = MOST_CONNECTIONS;
    server.on('connect', (request, client: Duplex, head: Buffer) => {
      const onOpen = (end: Duplex): void => {
        open.add(end);
        end.once('close', () => open.delete(end));
      };
      openTunnel(request, client, { head, hosts: routes.hosts, onOpen, onDenied: deny });
    });
    return server;
  };

  await rm(socket, { force: true });
  const inside = await listen(createEntrance(), { path: socket });
  const loopback = await listen(createEntrance(), { port: 0, host: '127.0.0.1' });
  let closing: Promise<void> | undefined;
  const close = (): Promise<void> => {
    options.signal?.removeEventListener('abort', close);
    closing ??= closeAll([inside, loopback], open);
    return closing;
  };
  options.signal?.addEventListener('abort', close);
  return {
    socket,
    url: `http://127.0.0.1:${(loopback.address() as AddressInfo).port}`,
    usage: () => ({ ...meter.total(), denied: [...denied] }),
    records: () => meter.records(),
    tools: () => meter.tools(),
    health: () => meter.health(),
    close,
    [Symbol.asyncDispose]: close,
  };
}

interface Policy {
  readonly routes: RouteOptions;
  readonly meter: Meter;
  readonly deny: (authority: string) => void;
}

function answer(exchange: Exchange, { routes, meter, deny }: Policy): void {
  const { request, response } = exchange;
  // without a listener, an error of a disconnecting client would crash the harness
  request.on('error', () => response.destroy());
  response.on('error', () => response.destroy());
  const route = findRoute(request.url ?? '', routes);
  if ('status' in route) {
    if (route.denied !== undefined) deny(route.denied);
    sendRejection(response, route);
    return;
  }
  if (!route.to_service) {
    forward(exchange, { route, call: null });
    return;
  }
  const call = meter.begin({ method: request.method ?? '', path: route.url.pathname });
  const message = meter.reached();
  if (message === null) forward(exchange, { route, call });
  else {
    // agents retry a 429 and rephrase after a 400, but report a 402
    call.end({ status: 402, bytes: 0, whole: true });
    sendRejection(response, { status: 402, code: 'limit_reached', message });
  }
}

function socketPath(folder: string): string {
  const path = join(folder, 'gateway.sock');
  if (Buffer.byteLength(path) <= LONGEST_SOCKET_PATH) return path;
  throw new AssayError(
    'unwritable_file',
    `the socket path may have at most ${LONGEST_SOCKET_PATH} bytes: ${path}; set TMPDIR to a shorter path`,
  );
}

function parseService(address: string): URL {
  const url = URL.parse(address);
  if (url !== null && /^https?:$/.test(url.protocol)) return url;
  throw new AssayError('invalid_config', `expected the http or https address of a model service, found \`${address}\``);
}

async function listen(server: Server, where: { path: string } | { port: number; host: string }): Promise<Server> {
  server.listen(where);
  await once(server, 'listening');
  return server;
}

async function closeAll(servers: readonly Server[], open: ReadonlySet<Duplex>): Promise<void> {
  const closed = servers.map((server) => once(server, 'close'));
  for (const server of servers) {
    server.close();
    server.closeAllConnections();
  }
  for (const end of open) end.destroy();
  await Promise.all(closed);
}
