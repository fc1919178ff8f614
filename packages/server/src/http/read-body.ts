import { AssayError } from '@assay/schema';
import type { Operation } from '@assay/schema/api';

const MAX_BODY_BYTES = 1024 * 1024;
const EMPTY = new Uint8Array();

/** Reads the body of a request, up to the limit of its operation. */
export async function readBody(request: Request, operation: Operation): Promise<Uint8Array> {
  if (request.method === 'GET' || request.method === 'HEAD') return EMPTY;
  const limit = operation.max_body_bytes ?? MAX_BODY_BYTES;
  const length = request.headers.get('content-length');
  // a client cannot send more than its content-length
  if (length !== null) {
    if (Number(length) > limit) throw tooLarge(limit, `${length} bytes`);
    return length === '0' ? EMPTY : new Uint8Array(await request.arrayBuffer());
  }
  if (request.body === null) return EMPTY;
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of request.body) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit, 'more');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const tooLarge = (limit: number, found: string): AssayError =>
  new AssayError('payload_too_large', `expected a body of at most ${limit} bytes, found ${found}`);

/** The media type of a request, without parameters. */
export const readMediaType = (headers: Headers): string =>
  (headers.get('content-type') ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

const decoder = new TextDecoder('utf-8', { fatal: true });

/** The JSON of a body; undefined when it is empty. */
export function readJson(bytes: Uint8Array): unknown {
  if (bytes.length === 0) return undefined;
  try {
    return JSON.parse(decoder.decode(bytes));
  } catch (error) {
    const found = error instanceof Error ? error.message : String(error);
    throw new AssayError('invalid_json', `the body is not valid JSON in UTF-8: ${found}`, { cause: error });
  }
}
