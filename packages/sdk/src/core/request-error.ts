import type { ProblemCode } from '@assay/schema';

/** What can go wrong on the way to a server, besides all that a server can say. */
export type TransportCode = 'network_error' | 'timed_out' | 'malformed_answer';

/** A code to branch on. A newer server may say one that this version does not know. */
export type RequestErrorCode = ProblemCode | TransportCode | (string & {});

interface Circumstances {
  readonly status?: number | undefined;
  readonly path?: string | undefined;
  readonly request_id?: string | undefined;
  readonly retry_after_ms?: number | undefined;
  readonly cause?: unknown;
}

/** A request that was not answered, or that was answered with a problem. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  /** HTTP status, when there was an answer. */
  readonly status: number | undefined;
  /** Where in what was sent, such as `checks[2].pattern`. */
  readonly path: string | undefined;
  /** What the server calls this request in its log. */
  readonly request_id: string | undefined;
  /** How long the server asks to be left alone. */
  readonly retry_after_ms: number | undefined;

  constructor(code: RequestErrorCode, message: string, circumstances: Circumstances = {}) {
    super(message, { cause: circumstances.cause });
    this.code = code;
    this.status = circumstances.status;
    this.path = circumstances.path;
    this.request_id = circumstances.request_id;
    this.retry_after_ms = circumstances.retry_after_ms;
  }

  /** Whether the same request may well be answered a little later. */
  get passing(): boolean {
    if (this.status === undefined) return this.code === 'network_error' || this.code === 'timed_out';
    return PASSING.has(this.status) || this.code === 'idempotency_in_progress';
  }
}

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
