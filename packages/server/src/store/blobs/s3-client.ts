import { setTimeout as sleep } from 'node:timers/promises';
import { AssayError } from '@assay/schema';
import { encodeS3, type S3Credentials, signRequest } from './s3-signature.ts';

export interface S3Bucket {
  /** Its address for messages. */
  readonly location: string;
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly credentials: S3Credentials;
  /** How long to wait for the answer to a small request. */
  readonly timeout_ms?: number;
  /** How long all tries of a request may take together. */
  readonly total_ms?: number;
}

interface S3Request {
  readonly method: 'GET' | 'PUT' | 'DELETE';
  /** Empty for the bucket itself. */
  readonly key: string;
  /** Encoded. */
  readonly query?: string;
  readonly content?: Uint8Array;
  readonly max_bytes?: number;
}

/** Sends requests to a bucket, again if the server is busy or the connection is lost. */
export interface S3Client {
  /** The content of the answer; undefined if there is no such object. */
  send(request: S3Request): Promise<Buffer | undefined>;
}

const TIMEOUT_MS = 12_000;
// below the 60 s that a transaction may wait; one try with the largest content takes 44 s at most
const TOTAL_MS = 50_000;
const BYTES_PER_MS = 8 * 1024;
const PAUSES_MS = [250, 1_000];
const MAX_ERROR_BYTES = 64 * 1024;
const RETRIED = new Set([408, 429, 500, 502, 503, 504]);

export const createS3Client = (bucket: S3Bucket): S3Client => ({
  async send(request) {
    const end_ms = performance.now() + (bucket.total_ms ?? TOTAL_MS);
    for (let tries = 0; ; tries++) {
      const answer = await attempt(bucket, request, end_ms - performance.now());
      if (!(answer instanceof Retry)) return answer.content;
      const wait_ms = (PAUSES_MS[tries] ?? Number.POSITIVE_INFINITY) * (0.5 + Math.random());
      if (performance.now() + wait_ms >= end_ms) throw unavailable(bucket, answer.message, answer);
      await sleep(wait_ms);
    }
  },
});

/** A failure that may pass. */
class Retry extends Error {}

async function attempt(
  bucket: S3Bucket,
  request: S3Request,
  left_ms: number,
): Promise<{ content: Buffer | undefined } | Retry> {
  const { method, key, query, content = new Uint8Array(), max_bytes = MAX_ERROR_BYTES } = request;
  const url = new URL(
    `${bucket.endpoint}/${[bucket.bucket, ...(key === '' ? [] : key.split('/'))].map(encodeS3).join('/')}`,
  );
  url.search = query ?? '';
  const headers = signRequest({ method, url, headers: {}, content }, { ...bucket, time_ms: Date.now() });
  const { timeout_ms = TIMEOUT_MS } = bucket;
  const bytes = Math.max(content.length, max_bytes);
  let status: number;
  let answer: Buffer | 'too large';
  try {
    const response = await fetch(url, {
      method,
      headers,
      ...(method === 'PUT' ? { body: content as Uint8Array<ArrayBuffer> } : {}),
      // a redirect would need another signature
      redirect: 'manual',
      signal: AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(left_ms, timeout_ms + bytes / BYTES_PER_MS)))),
    });
    status = response.status;
    answer = await readUpTo(response, status === 200 ? max_bytes : MAX_ERROR_BYTES);
  } catch (error) {
    return new Retry(describe(error, bucket), { cause: error });
  }
  if (status === 404 && method !== 'PUT' && key !== '' && !String(answer).includes('NoSuchBucket'))
    return { content: undefined };
  if (RETRIED.has(status)) return new Retry(describeAnswer(status, String(answer), bucket));
  if (status < 200 || status >= 300) throw unavailable(bucket, describeAnswer(status, String(answer), bucket));
  if (answer === 'too large')
    throw new AssayError('blob_damaged', `${key} in ${bucket.location} has more than the expected ${max_bytes} bytes`);
  return { content: answer };
}

async function readUpTo({ body }: Response, max_bytes: number): Promise<Buffer | 'too large'> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > max_bytes) return 'too large';
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

const unavailable = ({ location }: S3Bucket, problem: string, cause?: unknown): AssayError =>
  new AssayError('blobs_unavailable', `${location} cannot be used: ${problem}`, { cause });

function describeAnswer(status: number, text: string, bucket: S3Bucket): string {
  const code = /<Code>([A-Za-z]{1,60})<\/Code>/.exec(text)?.[1];
  const region = /<Region>([a-z0-9-]{1,40})<\/Region>/.exec(text)?.[1];
  const known = code === undefined || !Object.hasOwn(CODES, code) ? HINTS[status] : CODES[code];
  const hint = region === undefined ? known?.(bucket) : `${describeRegion(bucket)}; the bucket is in ${region}`;
  return `it answered ${status}${code === undefined ? '' : ` ${code}`}${hint === undefined ? '' : `. ${hint}`}`;
}

type Hint = (bucket: S3Bucket) => string;

const describeRegion: Hint = ({ region }) => `Check the region ${region}`;
const describeBucket: Hint = ({ bucket }) =>
  `Check the name of the bucket ${bucket}, and create it if it does not exist`;
const describePlace: Hint = ({ endpoint, region }) => `Check the endpoint ${endpoint} and the region ${region}`;
const describeRights: Hint = ({ bucket }) => `Check the rights of the access key for the bucket ${bucket}`;

// by what the server says is wrong
const CODES: Readonly<Record<string, Hint>> = {
  AccessDenied: describeRights,
  AllAccessDisabled: describeRights,
  AuthorizationHeaderMalformed: describeRegion,
  InvalidAccessKeyId: () => 'Check AWS_ACCESS_KEY_ID',
  InvalidBucketName: describeBucket,
  InvalidToken: () => 'Check AWS_SESSION_TOKEN',
  ExpiredToken: () => 'AWS_SESSION_TOKEN has expired: set a new one',
  NoSuchBucket: describeBucket,
  PermanentRedirect: describePlace,
  RequestTimeTooSkewed: () => 'Check the clock of this machine',
  SignatureDoesNotMatch: () => 'Check AWS_SECRET_ACCESS_KEY',
};

const HINTS: Readonly<Record<number, Hint>> = {
  301: describePlace,
  307: describePlace,
  400: describePlace,
  403: () => 'Check the access key and its rights for this bucket, and the clock of this machine',
  404: describeBucket,
};

const NETWORK_ERRORS: Readonly<Record<string, string>> = {
  ENOTFOUND: 'nobody knows its host',
  EAI_AGAIN: 'its host cannot be looked up now',
  ECONNREFUSED: 'nothing listens there',
  ECONNRESET: 'it closes the connection',
  EHOSTUNREACH: 'it cannot be reached',
  ENETUNREACH: 'it cannot be reached',
};

function describe(error: unknown, { endpoint }: Pick<S3Bucket, 'endpoint'>): string {
  const { name, message, cause, code } = error as NodeJS.ErrnoException;
  if (name === 'TimeoutError') return `the endpoint ${endpoint} did not answer in time`;
  if (cause instanceof Error) return describe(cause, { endpoint });
  const known = code === undefined ? undefined : NETWORK_ERRORS[code];
  return `the endpoint ${endpoint} does not answer: ${known === undefined ? message : `${known} (${code})`}`;
}
