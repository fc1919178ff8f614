import type { ProblemCode } from '@assay/schema';

/** Error codes of the transport, in addition to those of the server. */
export type TransportCode = 'network_error' | 'timed_out' | 'malformed_answer';

/** A code to branch on. A newer server may send one that this version does not know. */
export type RequestErrorCode = ProblemCode | TransportCode | (string & {});

interface Circumstances {
  readonly status?: number | undefined;
  readonly path?: string | undefined;
  readonly request_id?: string | undefined;
  readonly retry_after_ms?: number | undefined;
  readonly cause?: unknown;
}

/** A request without an answer, or answered with a problem. */
export class RequestError extends Error {
  override readonly name = 'RequestError';
  readonly code: RequestErrorCode;
  /** HTTP status, if there was an answer. */
  readonly status: number | undefined;
  /** The invalid field of the request, such as `checks[2].pattern`. */
  readonly path: string | undefined;
  /** Id of the request in the server log. */
  readonly request_id: string | undefined;
  /** Wait requested by the server before a retry. */
  readonly retry_after_ms: number | undefined;

  constructor(code: RequestErrorCode, message: string, circumstances: Circumstances = {}) {
    super(message, { cause: circumstances.cause });
    this.code = code;
    this.status = circumstances.status;
    this.path = circumstances.path;
    this.request_id = circumstances.request_id;
    this.retry_after_ms = circumstances.retry_after_ms;
  }

  /** Whether a retry of the same request may succeed. */
  get passing(): boolean {
    if (this.status === undefined) return this.code === 'network_error' || this.code === 'timed_out';
    return PASSING.has(this.status) || this.code === 'idempotency_in_progress';
  }
}

const PASSING = new Set([408, 425, 429, 500, 502, 503, 504]);
