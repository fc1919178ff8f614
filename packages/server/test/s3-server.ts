import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** What the server does instead of answering; `none` lets a request pass. */
export type S3Fault = 'none' | 'busy' | 'silent' | 'truncated' | 'other content' | 'reset';

/** An object store that speaks the part of the S3 protocol that Assay uses, and verifies every signature. */
export interface S3Server extends AsyncDisposable {
  readonly url: string;
  /** The setting `ASSAY_BLOBS` for this server. */
  readonly setting: string;
  readonly environment: Readonly<Record<string, string>>;
  /** Content and age by key. */
  readonly objects: Map<string, { content: Buffer; modified: Date }>;
  /** Answers the next requests of a method with faults. */
  fail(method: string, ...faults: S3Fault[]): void;
  /** The methods of all requests so far. */
  readonly requests: string[];
}

const ACCESS = { id: 'AKIDTEST', secret: 'secret/of+the/tests' };
const BUCKET = 'evidence';
const REGION = 'eu-test-1';
const PAGE = 3;

export async function startS3Server(): Promise<S3Server> {
  const objects: S3Server['objects'] = new Map();
  const faults: { method: string; fault: S3Fault }[] = [];
  const requests: string[] = [];
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method = '' } = request;
    requests.push(method);
    const body = await buffer(request);
    const at = faults.findIndex((one) => one.method === method);
    const fault = at < 0 ? undefined : faults.splice(at, 1)[0]?.fault;
    if (fault === 'silent') return;
    if (fault === 'reset') return void request.socket.resetAndDestroy();
    if (fault === 'busy') return void response.writeHead(503).end('<Error><Code>SlowDown</Code></Error>');
    if (!isSigned(request, body))
      return void response.writeHead(403).end('<Error><Code>SignatureDoesNotMatch</Code></Error>');
    const url = new URL(request.url ?? '', 'http://any');
    const [, bucket, ...rest] = url.pathname.split('/');
    if (bucket !== BUCKET) return void response.writeHead(404).end('<Error><Code>NoSuchBucket</Code></Error>');
    const key = rest.join('/');
    if (key === '') return void response.end(listPage(objects, url.searchParams));
    if (method === 'PUT') objects.set(key, { content: body, modified: new Date() });
    if (method === 'DELETE') objects.delete(key);
    if (method !== 'GET') return void response.writeHead(method === 'DELETE' ? 204 : 200).end();
    const found = objects.get(key);
    if (found === undefined) return void response.writeHead(404).end('<Error><Code>NoSuchKey</Code></Error>');
    const { content } = found;
    response.writeHead(200, { 'content-length': content.length });
    if (fault === 'other content') return void response.end(Buffer.alloc(content.length, 'x'));
    if (fault !== 'truncated') return void response.end(content);
    response.write(content.subarray(0, content.length / 2), () => request.socket.destroy());
  };
  const server = createServer(
    (request, response) => void answer(request, response).catch(() => request.socket.destroy()),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const setting = `s3://${BUCKET}/assay/test?endpoint=${url}&region=${REGION}`;
  return {
    url,
    setting,
    environment: { ASSAY_BLOBS: setting, AWS_ACCESS_KEY_ID: ACCESS.id, AWS_SECRET_ACCESS_KEY: ACCESS.secret },
    objects,
    requests,
    fail: (method, ...next) => faults.push(...next.map((fault) => ({ method, fault }))),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((closed) => server.close(closed));
    },
  };
}

function listPage(objects: S3Server['objects'], parameters: URLSearchParams): string {
  const prefix = parameters.get('prefix') ?? '';
  const start = Number(parameters.get('continuation-token')?.split('&')[1] ?? 0);
  const keys = [...objects.keys()].filter((key) => key.startsWith(prefix)).sort();
  const contents = keys
    .slice(start, start + PAGE)
    .map(
      (key) =>
        `<Contents><Key>${key}</Key><LastModified>${objects.get(key)?.modified.toISOString()}</LastModified></Contents>`,
    );
  const more =
    start + PAGE < keys.length ? `<NextContinuationToken>a/+&amp;${start + PAGE}</NextContinuationToken>` : '';
  return `<?xml version="1.0"?><ListBucketResult>${contents.join('')}${more}</ListBucketResult>`;
}

function isSigned({ method, url: target = '', headers }: IncomingMessage, body: Buffer): boolean {
  const [, date = '', names = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=AKIDTEST\/(\d{8})\/eu-test-1\/s3\/aws4_request, SignedHeaders=([\w;-]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? [];
  const [path = '', query = ''] = target.split('?');
  const signed = names.split(';').map((name) => `${name}:${headers[name]}\n`);
  const digest = headers['x-amz-content-sha256'];
  const request = `${method}\n${path}\n${query.split('&').sort().join('&')}\n${signed.join('')}\n${names}\n${digest}`;
  const scope = `${date}/${REGION}/s3/aws4_request`;
  const text = `AWS4-HMAC-SHA256\n${headers['x-amz-date']}\n${scope}\n${sha256(request)}`;
  const key = [date, REGION, 's3', 'aws4_request'].reduce<string | Buffer>(sign, `AWS4${ACCESS.secret}`);
  return digest === sha256(body) && sign(key, text).toString('hex') === signature && names.split(';').includes('host');
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');
const sign = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest();
