import { randomUUID } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';
import { AssayError, type ProblemCode } from '@assay/schema';
import { type Context, Hono } from 'hono';
import type { Services } from '../services/services.ts';
import { isOutage } from '../store/is-outage.ts';
import { createAuthenticate } from './authenticate.ts';
import { type BodyBudgetOptions, createBodyBudget, shareBodyBudget } from './body-budget.ts';
import type { AddressOf } from './client-address.ts';
import { addEtag, isUnchanged } from './conditional.ts';
import { renderDocs } from './docs-page.ts';
import type { Handler } from './handle.ts';
import { createIdempotency } from './idempotency.ts';
import { describeApi } from './openapi.ts';
import { createRateLimit, type RateLimitOptions } from './rate-limit.ts';
import { createRouter } from './router.ts';
import { PAGE_HEADERS, SECURITY_HEADERS } from './security-headers.ts';
import { type OperationOptions, type Outgoing, serveOperation } from './serve-operation.ts';
import type { SiteFiles } from './site-files.ts';

export interface AppOptions {
  readonly services: Services;
  readonly handlers: readonly Handler[];
  /** The built dashboard; undefined when there is none. */
  readonly site?: SiteFiles | undefined;
  readonly rate_limit?: Limit;
  /** Wrong keys per address. */
  readonly guess_limit?: Limit;
  /** Disk space for bodies. */
  readonly body_budget?: BodyBudgetOptions;
  /** How many processes share the limits; each gets its part. */
  readonly processes?: number;
  readonly check_answers?: boolean;
  readonly addressOf?: AddressOf;
}

type Limit = Pick<RateLimitOptions, 'per_second' | 'burst'>;

// per caller; enough for a team's dashboards and a busy service
const RATE_LIMIT: Limit = { per_second: 5_000, burst: 20_000 };
// per address; several people with an old key may share one
const GUESS_LIMIT: Limit = { per_second: 10, burst: 100 };

// with archives being sent, before they are unpacked
const BODY_BUDGET: BodyBudgetOptions = { max_bytes: 2 * 1024 ** 3 };
// others are stored on disk
const MEMORY_BUDGET: BodyBudgetOptions = { max_bytes: 128 * 1024 ** 2 };

/** The HTTP application: the operations, their documentation and the dashboard. */
export function createApp({
  services,
  handlers,
  site,
  rate_limit = RATE_LIMIT,
  guess_limit = GUESS_LIMIT,
  body_budget = BODY_BUDGET,
  processes = 1,
  check_answers = false,
  addressOf = () => 'somewhere',
}: AppOptions): Hono {
  const app = new Hono({ router: createRouter() });
  const largest_body_bytes = Math.max(0, ...handlers.map(({ operation }) => operation.max_body_bytes ?? 0));
  const options: OperationOptions = {
    services,
    authenticate: createAuthenticate(services),
    limitRate: createRateLimit({ ...divide(rate_limit, processes), now: services.now }),
    limitGuesses: createRateLimit({ ...divide(guess_limit, processes), now: services.now }),
    answerOnce: createIdempotency(services),
    body_budgets: {
      memory: createBodyBudget(MEMORY_BUDGET),
      disk: createBodyBudget(shareBodyBudget({ ...body_budget, processes, largest_body_bytes })),
    },
    check_answers,
  };
  for (const handler of handlers) {
    const { method, path } = handler.operation;
    app.on(method, path.replaceAll(/\{(\w+)\}/g, ':$1'), (context) =>
      answer(services, { context, operation: handler.operation.id }, () =>
        serveOperation(
          handler,
          { request: context.req.raw, params: context.req.param(), addressOf: () => addressOf(context) },
          options,
        ),
      ),
    );
  }
  const page = (content: string, type: string) => (context: Context) =>
    answer(services, { context, operation: 'page' }, async () => ({
      status: 200,
      content,
      headers: { 'content-type': type, ...PAGE_HEADERS },
    }));
  app.get('/openapi.json', page(JSON.stringify(describeApi(handlers)), 'application/json'));
  app.get('/docs', page(renderDocs(handlers), 'text/html; charset=utf-8'));
  app.all('*', (context) =>
    answer(services, { context, operation: 'page' }, async () => {
      const { path, method } = context.req;
      const file = method === 'GET' || method === 'HEAD' ? site?.find(path) : undefined;
      if (file !== undefined) return file;
      throw new AssayError('not_found', `there is no ${method} ${path} on this server`);
    }),
  );
  return app;
}

const divide = ({ per_second, burst }: Limit, processes: number): Limit => ({
  per_second: per_second / processes,
  burst: Math.max(1, burst / processes),
});

interface Asked {
  readonly context: Context;
  readonly operation: string;
}

/** Answers a request even if it fails, and records it in metrics and log. */
async function answer(services: Services, asked: Asked, work: () => Promise<Outgoing>): Promise<Response> {
  const { context, operation } = asked;
  const started_ms = performance.now();
  const request_id = randomUUID();
  let outgoing: Outgoing;
  try {
    outgoing = await work();
  } catch (error) {
    outgoing = toProblem(services, { error, operation, request_id });
  }
  const response = await toResponse(context.req.raw, outgoing, request_id);
  const { status } = response;
  const duration_ms = performance.now() - started_ms;
  services.metrics.countRequest({ operation, status, duration_ms });
  services.log.write('info', 'request', {
    request_id,
    operation,
    method: context.req.method,
    path: context.req.path,
    status,
    duration_ms: Math.round(duration_ms * 1_000) / 1_000,
  });
  return response;
}

// paths and addresses of the operator are in these messages
const HIDDEN: Partial<Record<ProblemCode, string>> = {
  internal: 'Internal error. See the server log.',
  blobs_unavailable: 'The store of evidence does not answer. See the server log.',
  blob_damaged: 'Stored evidence is missing or damaged. See the server log.',
};

function toProblem(
  { log }: Services,
  { error, operation, request_id }: { error: unknown; operation: string; request_id: string },
): Outgoing {
  const known = error instanceof AssayError ? error : undefined;
  const problem = (known ?? new AssayError('internal', 'internal error')).toProblem();
  if (problem.status >= 500) {
    const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
    log.write('error', 'fault', { request_id, operation, code: problem.code, message });
  }
  // internal details go to the log, not to clients
  const detail = HIDDEN[problem.code] ?? problem.detail;
  return {
    status: problem.status,
    content: JSON.stringify({ ...problem, detail, request_id }),
    headers: { 'content-type': 'application/problem+json', ...retryHeaders(known) },
  };
}

function retryHeaders(error: AssayError | undefined): Record<string, string> {
  if (error?.code === 'unauthorized') return { 'www-authenticate': 'Bearer' };
  if (isOutage(error)) return { 'retry-after': '1' };
  const cause = error?.cause as { retry_after_s?: number } | undefined;
  const asksToWait = error?.code === 'rate_limited' || error?.code === 'server_busy';
  return asksToWait ? { 'retry-after': String(cause?.retry_after_s ?? 1) } : {};
}

async function toResponse(request: Request, outgoing: Outgoing, request_id: string): Promise<Response> {
  const headers: Record<string, string> = { ...SECURITY_HEADERS, 'x-request-id': request_id, ...outgoing.headers };
  const { status } = outgoing;
  if (outgoing.content === null) return new Response(null, { status, headers });
  if (outgoing.content instanceof ReadableStream) return new Response(outgoing.content, { status, headers });
  if (status === 200 && request.method === 'GET') {
    addEtag(headers, outgoing.content);
    if (isUnchanged(request.headers, headers)) return new Response(null, { status: 304, headers });
  }
  const content = await compressContent(outgoing.content, { request: request.headers, headers, zstd: outgoing.zstd });
  return new Response(content as Uint8Array<ArrayBuffer> | string, { status, headers });
}

const SMALL_BYTES = 1_024;
// evidence files are sent as octet-stream so that browsers do not render them; most are text
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?json|application\/(javascript|octet-stream)|image\/svg)/;
const toZstd = promisify(zstdCompress);
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
// the quality at which brotli is as fast as gzip
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

interface Exchange {
  readonly request: Headers;
  /** The response headers; updated in place. */
  readonly headers: Record<string, string>;
  /** The content in this encoding, if it is at hand. */
  readonly zstd?: Uint8Array | undefined;
}

/** Compresses the content if the client accepts it and it is large enough. */
async function compressContent(
  content: string | Uint8Array,
  { request, headers, zstd }: Exchange,
): Promise<string | Uint8Array> {
  if (content.length < SMALL_BYTES || !COMPRESSIBLE.test(headers['content-type'] ?? '')) return content;
  headers['vary'] = 'Accept-Encoding';
  const accepted = request.get('accept-encoding') ?? '';
  if (headers['content-encoding'] !== undefined) return content;
  // as small as brotli, in a third of the time
  if (/\bzstd\b(?!;q=0(\.0*)?\b)/.test(accepted)) {
    headers['content-encoding'] = 'zstd';
    return zstd ?? toZstd(content);
  }
  if (/\bbr\b(?!;q=0(\.0*)?\b)/.test(accepted)) {
    headers['content-encoding'] = 'br';
    return toBrotli(content, BROTLI);
  }
  if (/\bgzip\b(?!;q=0(\.0*)?\b)/.test(accepted)) {
    headers['content-encoding'] = 'gzip';
    return toGzip(content);
  }
  return content;
}
