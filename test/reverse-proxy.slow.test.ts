import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { SILENT, startServer } from '@assay/server';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { createTestDatabase } from '../packages/server/test/database.ts';
import { sendRun } from './dashboard-kit.ts';
import { makeLongRun } from './long-run.ts';

/* The configurations of docs/reverse-proxy.md, in the proxies that they are for. */

const PATIENCE_MS = 300_000;
vi.setConfig({ testTimeout: PATIENCE_MS });

// the proxies use certificates that nobody signed
beforeAll(() => vi.stubEnv('NODE_TLS_REJECT_UNAUTHORIZED', '0'));
afterAll(() => vi.unstubAllEnvs());

interface Place {
  readonly folder: string;
  readonly port: number;
  /** The server, without a scheme. */
  readonly upstream: string;
}

interface Proxy {
  readonly program: string;
  /** The language of its code block. */
  readonly language: string;
  /** Writes the configuration of the docs for a place, and returns the arguments of the program. */
  prepare(config: string, place: Place): Promise<readonly string[]>;
}

const NGINX: Proxy = {
  program: '/usr/sbin/nginx',
  language: 'nginx',
  async prepare(config, { folder, port, upstream }) {
    const [certificate, key, file] = ['assay.pem', 'assay.key', 'nginx.conf'].map((name) => join(folder, name));
    const subject = ['-subj', '/CN=127.0.0.1', '-days', '1', '-nodes', '-newkey', 'rsa:2048'];
    execFileSync('openssl', ['req', '-x509', ...subject, '-keyout', key as string, '-out', certificate as string], {
      stdio: 'ignore',
    });
    const server = config
      .replace('443 ssl', `127.0.0.1:${port} ssl`)
      .replace('/etc/ssl/assay.pem', certificate as string)
      .replace('/etc/ssl/assay.key', key as string)
      .replace('127.0.0.1:4600', upstream);
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
      (name) => `${name}_temp_path ${join(folder, name)};`,
    );
    const outer = process.getuid?.() === 0 ? 'user root;' : '';
    await writeFile(
      file as string,
      `${outer} daemon off; pid ${join(folder, 'pid')}; events {} http { access_log off; ${temporary.join(' ')} ${server} }`,
    );
    return ['-e', 'stderr', '-c', file as string];
  },
};

const CADDY: Proxy = {
  program: '/usr/bin/caddy',
  language: 'text',
  async prepare(config, { folder, port, upstream }) {
    const file = join(folder, 'Caddyfile');
    const site = config
      .replace('assay.example {', `https://127.0.0.1:${port} {\n  tls internal`)
      .replace('127.0.0.1:4600', upstream);
    await writeFile(file, `{\n  admin off\n  skip_install_trust\n  auto_https disable_redirects\n}\n${site}`);
    return ['run', '--config', file, '--adapter', 'caddyfile'];
  },
};

test.for([
  { name: 'nginx', proxy: NGINX },
  { name: 'Caddy', proxy: CADDY },
])('behind $name: sign-in, large uploads and live events (skipped without it)', async ({ proxy }, { skip }) => {
  if (!existsSync(proxy.program)) skip();
  await using stack = new AsyncDisposableStack();
  const database = stack.use(await createTestDatabase());
  const folder = await mkdtemp(join(tmpdir(), 'assay-proxy-'));
  await chmod(folder, 0o755);
  stack.defer(() => rm(folder, { recursive: true, force: true }));
  const server = stack.use(
    await startServer({
      ...{ root: join(folder, 'assay'), database_url: database.url, host: '127.0.0.1', port: 0, site: null },
      ...{ log: SILENT, now: Date.now, environment: {}, trusted_proxies: ['127.0.0.1'] },
    }),
  );
  const { url } = stack.use(await startProxy(proxy, { folder, upstream: new URL(server.url).host }));
  const authorization = `Bearer ${server.first_key}`;

  const signed = await fetch(`${url}/v1/session`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: server.first_key }),
  });
  expect(signed.headers.get('set-cookie')).toMatch(/^__Host-assay_session=/);

  const over = new AbortController();
  stack.defer(() => over.abort());
  const events = await fetch(`${url}/v1/events?workspace_id=${server.workspace_id}`, {
    headers: { authorization },
    signal: over.signal,
  });
  expect(events.headers.get('content-type')).toContain('text/event-stream');
  // more than the megabyte that nginx accepts by default
  const long = stack.use(await makeLongRun(8_000));
  await sendRun({ url, first_key: server.first_key }, long.run.folder);
  const decoder = new TextDecoder();
  let told = '';
  for await (const bytes of events.body as ReadableStream<Uint8Array>) {
    told += decoder.decode(bytes, { stream: true });
    if (told.includes(long.run.run_id)) break;
  }
  expect(told).toContain('event: run');
});

async function startProxy(proxy: Proxy, given: Omit<Place, 'port'>): Promise<AsyncDisposable & { url: string }> {
  const port = await findPort();
  const url = `https://127.0.0.1:${port}`;
  const args = await proxy.prepare(readBlock(proxy.language), { ...given, port });
  const env = { ...process.env, HOME: given.folder, XDG_DATA_HOME: given.folder, XDG_CONFIG_HOME: given.folder };
  const child = spawn(proxy.program, args, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let complaint = '';
  child.stderr.on('data', (text) => {
    complaint += text;
  });
  await expect
    .poll(
      async () => {
        if (child.exitCode !== null) throw new Error(`the proxy ended: ${complaint}`);
        return (await fetch(`${url}/readyz`).catch(() => null))?.status;
      },
      { timeout: PATIENCE_MS },
    )
    .toBe(200);
  return { url, [Symbol.asyncDispose]: () => end(child) };
}

async function end(child: ChildProcess): Promise<void> {
  const closed = once(child, 'close');
  child.kill('SIGTERM');
  await closed;
}

/** The first code block of a language. */
function readBlock(language: string): string {
  const page = readFileSync(new URL('../docs/reverse-proxy.md', import.meta.url), 'utf8');
  return page.split(`\`\`\`${language}\n`)[1]?.split('```')[0] as string;
}

async function findPort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, 'close');
  return port;
}
