import { createHash, createHmac } from 'node:crypto';

export interface S3Credentials {
  readonly access_key_id: string;
  readonly secret_access_key: string;
  readonly session_token: string | undefined;
}

export interface UnsignedRequest {
  readonly method: string;
  /** Its path must be encoded as it is sent. */
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly content: Uint8Array;
}

export interface SigningScope {
  readonly region: string;
  readonly credentials: S3Credentials;
  readonly time_ms: number;
}

const ALGORITHM = 'AWS4-HMAC-SHA256';

/** The headers of a request with its AWS signature, version 4. */
export function signRequest(
  { method, url, headers, content }: UnsignedRequest,
  { region, credentials, time_ms }: SigningScope,
): Record<string, string> {
  const { access_key_id, secret_access_key, session_token } = credentials;
  const time = new Date(time_ms).toISOString().replaceAll(/[-:]|\.\d+/g, '');
  const signed: Record<string, string> = {
    ...headers,
    host: url.host,
    'x-amz-content-sha256': sha256(content),
    'x-amz-date': time,
    ...(session_token === undefined ? {} : { 'x-amz-security-token': session_token }),
  };
  const names = Object.keys(signed).sort();
  const canonical = [
    method,
    url.pathname,
    canonicalQuery(url.searchParams),
    ...names.map((name) => `${name}:${signed[name]?.trim()}`),
    '',
    names.join(';'),
    signed['x-amz-content-sha256'],
  ].join('\n');
  const scope = [time.slice(0, 8), region, 's3', 'aws4_request'];
  const key = scope.reduce<string | Buffer>((secret, part) => hmac(secret, part), `AWS4${secret_access_key}`);
  const signature = hmac(key, [ALGORITHM, time, scope.join('/'), sha256(canonical)].join('\n')).toString('hex');
  const credential = `${access_key_id}/${scope.join('/')}`;
  return {
    ...signed,
    authorization: `${ALGORITHM} Credential=${credential}, SignedHeaders=${names.join(';')}, Signature=${signature}`,
  };
}

const canonicalQuery = (parameters: URLSearchParams): string =>
  [...parameters]
    .map(([name, value]) => `${encodeS3(name)}=${encodeS3(value)}`)
    .sort()
    .join('&');

/** Encodes every character but the unreserved ones, as signatures require. */
export const encodeS3 = (text: string): string =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );

const sha256 = (content: string | Uint8Array): string => createHash('sha256').update(content).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
