import type { ServerResponse } from 'node:http';

/** Why a request was not forwarded. */
export interface RejectedRequest {
  readonly status: 400 | 402 | 403 | 502;
  readonly code: 'host_not_allowed' | 'limit_reached' | 'service_unavailable' | 'no_service' | 'invalid_target';
  readonly message: string;
  /** The `host:port` that was not allowed. */
  readonly denied?: string;
}

/**
 * An error body that combines the formats of Anthropic, OpenAI and Gemini, so that every agent can show it.
 */
export function rejectionBody({ status, code, message }: RejectedRequest): string {
  return JSON.stringify({ type: 'error', error: { type: code, code: status, status: code.toUpperCase(), message } });
}

/** Answers with a refusal, and tells the agent not to retry unless the service was unreachable. */
export function sendRejection(response: ServerResponse, refusal: RejectedRequest): void {
  const body = rejectionBody(refusal);
  const retry = refusal.status === 502 ? {} : { 'x-should-retry': 'false' };
  response.writeHead(refusal.status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(body),
    ...retry,
  });
  response.end(body);
}
