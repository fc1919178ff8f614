import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';

/** Git over https with a password for read and write access. */
export interface HttpsRemote extends AsyncDisposable {
  readonly url: string;
  /** The certificate to trust. */
  readonly certificate: string;
  /** The distinct credentials that were sent. */
  readonly credentials: ReadonlySet<string>;
}

export interface HttpsRemoteOptions {
  /** A folder that contains the repository `owner/name.git`; the certificate is written there. */
  readonly root: string;
  readonly password: string;
}

/** Starts on a free loopback port; undefined if no certificate can be created. */
export async function startHttpsRemote({ root, password }: HttpsRemoteOptions): Promise<HttpsRemote | undefined> {
  const [key, certificate] = [join(root, 'key.pem'), join(root, 'cert.pem')];
  const names = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const kind = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes'];
  try {
    execFileSync('openssl', ['req', '-x509', ...kind, '-keyout', key, '-out', certificate, ...names], {
      stdio: 'ignore',
    });
  } catch {
    return undefined;
  }
  const credentials = new Set<string>();
  const handle = (request: IncomingMessage, response: ServerResponse): void => {
    const sent = Buffer.from(request.headers.authorization?.replace(/^Basic /, '') ?? '', 'base64').toString();
    if (sent !== '') credentials.add(sent);
    if (sent.endsWith(`:${password}`)) serveGit(root, request, response);
    else response.writeHead(401, { 'www-authenticate': 'Basic realm="git"' }).end();
  };
  const server = createServer({ key: readFileSync(key), cert: readFileSync(certificate) }, handle);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    certificate,
    credentials,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

function serveGit(root: string, request: IncomingMessage, response: ServerResponse): void {
  const { pathname, search } = new URL(request.url ?? '/', 'https://localhost');
  const backend = spawn('git', ['http-backend'], {
    env: {
      PATH: '/usr/bin:/bin',
      GIT_PROJECT_ROOT: root,
      GIT_HTTP_EXPORT_ALL: '1',
      REMOTE_USER: 'someone',
      PATH_INFO: pathname,
      QUERY_STRING: search.slice(1),
      REQUEST_METHOD: request.method,
      CONTENT_TYPE: request.headers['content-type'] ?? '',
      HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
    },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  request.pipe(backend.stdin);
  const chunks: Buffer[] = [];
  backend.stdout.on('data', (chunk: Buffer) => chunks.push(chunk));
  backend.on('close', () => {
    const answer = Buffer.concat(chunks);
    const end = answer.indexOf('\r\n\r\n');
    const headers = answer
      .subarray(0, end)
      .toString()
      .split('\r\n')
      .map((line) => line.split(': ') as [string, string]);
    const status = Number(headers.find(([name]) => name === 'Status')?.[1].slice(0, 3) ?? 200);
    response
      .writeHead(status, Object.fromEntries(headers.filter(([name]) => name !== 'Status')))
      .end(answer.subarray(end + 4));
  });
}
