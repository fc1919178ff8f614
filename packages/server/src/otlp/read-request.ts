import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { AssayError } from '@assay/schema';
import type { Json } from '@assay/schema/json';
import { readJson, readMediaType } from '../http/read-body.ts';
import { SIGNALS, type Signal } from '../sessions/signals.ts';
import { MESSAGES } from './messages.ts';
import { decodeMessage } from './wire.ts';

const MAX_UNPACKED_BYTES = 64 * 1024 * 1024;
export const PROTOBUF = 'application/x-protobuf';

const unpack = promisify(gunzip);

/** The OTLP document of a request: JSON or Protocol Buffers, plain or compressed with gzip. */
export async function readRequest(bytes: Uint8Array, headers: Headers, signal: Signal): Promise<Json> {
  const plain = await decompress(bytes, headers.get('content-encoding'));
  return readMediaType(headers) === PROTOBUF
    ? decodeMessage(plain, SIGNALS[signal].request, MESSAGES)
    : readJson(plain);
}

async function decompress(bytes: Uint8Array, encoding: string | null): Promise<Uint8Array> {
  if (encoding === null || encoding === 'identity') return bytes;
  if (encoding !== 'gzip')
    throw new AssayError('invalid_input', `Content-Encoding: expected gzip or none, found ${encoding}`);
  try {
    return await unpack(bytes, { maxOutputLength: MAX_UNPACKED_BYTES });
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new AssayError('payload_too_large', `the body unpacks to more than ${MAX_UNPACKED_BYTES} bytes`, { cause });
    throw new AssayError('invalid_input', `the body is not valid gzip: ${(cause as Error).message}`, { cause });
  }
}
