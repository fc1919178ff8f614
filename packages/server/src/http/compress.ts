import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

const SMALL_BYTES = 1_024;
// a file that a run left is said to be bytes, so that it is no page, and is mostly text
const COMPRESSIBLE = /^(text\/|application\/(problem\+)?json|application\/(javascript|octet-stream)|image\/svg)/;
const toZstd = promisify(zstdCompress);
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
  // as small as brotli makes it, in a third of the time
  if (/\bzstd\b(?!;q=0(\.0*)?\b)/.test(accepted)) {
    headers['content-encoding'] = 'zstd';
    return toZstd(content);
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
