import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const SMALL_BYTES = 1_024;
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?json|application\/javascript|image\/svg)/;
const toGzip = promisify(gzip);
const toBrotli = promisify(brotliCompress);
// the quality at which brotli is as fast as gzip
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };

interface Exchange {
  readonly request: Headers;
  /** Of the answer; told what was done to it. */
  readonly headers: Record<string, string>;
}

/** The content as it is sent: smaller, if the caller takes that and it is worth the while. */
export async function compressed(
  content: string | Uint8Array,
  { request, headers }: Exchange,
): Promise<string | Uint8Array> {
  if (content.length < SMALL_BYTES || !COMPRESSIBLE.test(headers['content-type'] ?? '')) return content;
  headers['vary'] = 'Accept-Encoding';
  const accepted = request.get('accept-encoding') ?? '';
  if (headers['content-encoding'] !== undefined) return content;
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
