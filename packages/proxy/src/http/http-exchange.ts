import { type IncomingMessage, request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';

interface Exchange {
  readonly method: 'POST' | 'GET' | 'DELETE';
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Buffer;
  readonly signal: AbortSignal;
  /** Called when the request was sent. */
  readonly onSent?: () => void;
}

const MOST_REDIRECTS = 3;

/**
 * Sends one request and resolves when its answer begins. No timeout: a tool may take as long as its client waits.
 */
export async function exchange(options: Exchange, redirects = 0): Promise<IncomingMessage> {
  const { method, url, headers, body, signal, onSent } = options;
  const response = await new Promise<IncomingMessage>((resolve, reject) => {
    const send = url.protocol === 'https:' ? requestHttps : requestHttp;
    const length = body === undefined ? {} : { 'content-length': String(body.length) };
    const request = send(url, { method, headers: { ...headers, ...length }, signal });
    request.on('response', resolve);
    request.on('error', reject);
    request.on('finish', () => onSent?.());
    request.end(body);
  });
  const { statusCode = 0, headers: told } = response;
  const next = [307, 308].includes(statusCode) ? URL.parse(told.location ?? '', url.href) : null;
  // never send keys and messages to another server
  if (next === null || next.origin !== url.origin || redirects === MOST_REDIRECTS) return response;
  response.resume();
  return await exchange({ ...options, url: next }, redirects + 1);
}

/** The whole answer, up to a size limit. */
export async function readBody(response: IncomingMessage, most_bytes: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of response) {
    size += chunk.length;
    if (size > most_bytes) {
      response.destroy();
      throw new Error(`expected an answer of at most ${most_bytes} bytes, found more`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
