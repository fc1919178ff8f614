import { promisify } from 'node:util';
import { brotliCompress, constants, gzip, zstdCompress } from 'node:zlib';

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
export async function compressContent(
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
