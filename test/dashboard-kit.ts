import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { type Server, type StartServerOptions, startServer } from '../packages/server/src/start-server.ts';
import { SILENT } from '../packages/server/src/telemetry/log.ts';
import { createTestDatabase } from '../packages/server/test/database.ts';
import { launchBrowser } from './browser.ts';

const run = promisify(execFile);
// built by `npm run build`
const SITE = fileURLToPath(new URL('../packages/web/dist/dashboard', import.meta.url));

/** The address of the first page after signing in. */
export const HOME = /:\d+\/(\?.*)?$/;

/** A page of the dashboard, and its errors. */
interface OpenedPage {
  readonly page: Page;
  /** Console errors, uncaught exceptions, and requests to other servers. */
  readonly faults: readonly string[];
}

export interface Dashboard extends AsyncDisposable {
  readonly server: Server;
  /** The folder of the built files. */
  readonly site: string;
  readonly database_url: string;
  /** Opens a path in a new browser context (default: signed in) and closes the previous one. */
  open(path: string, options?: BrowserContextOptions & { readonly signedIn?: boolean }): Promise<OpenedPage>;
  /** Sends the folder of a run over the API. */
  send(folder: string): Promise<void>;
}

/** The built dashboard with a real server, a real database and a real browser. */
export async function openDashboard(serving: Partial<StartServerOptions> = {}): Promise<Dashboard> {
  await using opening = new AsyncDisposableStack();
  const folder = await mkdtemp(join(tmpdir(), 'assay-dashboard-'));
  opening.defer(() => rm(folder, { recursive: true, force: true }));
  const database = opening.use(await createTestDatabase());
  const server = opening.use(
    await startServer({
      root: join(folder, 'assay'),
      database_url: database.url,
      host: '127.0.0.1',
      port: 0,
      site: SITE,
      log: SILENT,
      now: Date.now,
      environment: {},
      ...serving,
    }),
  );
  const browser = await launchBrowser();
  opening.defer(() => browser.close());
  let last: BrowserContext | undefined;
  // cookies of the first sign-in, reused by later contexts
  let signed: Awaited<ReturnType<BrowserContext['cookies']>> = [];
  const opened = opening.move();
  return {
    server,
    site: SITE,
    database_url: database.url,
    async open(path, { signedIn = true, ...options } = {}) {
      await last?.close();
      const context = await browser.newContext({
        viewport: { width: 1360, height: 900 },
        reducedMotion: 'reduce',
        ...options,
      });
      last = context;
      const page = await context.newPage();
      const faults = watch(page, server.url);
      if (signedIn && signed.length > 0) await context.addCookies(signed);
      else if (signedIn) {
        await page.goto(await server.createLoginLink());
        await page.waitForURL(HOME);
        signed = await context.cookies();
      }
      await page.goto(`${server.url}${path}`);
      return { page, faults };
    },
    send: (from) => sendRun(server, from),
    [Symbol.asyncDispose]: () => opened.disposeAsync(),
  };
}

function watch(page: Page, url: string): string[] {
  const faults: string[] = [];
  page.on('console', (message) => {
    // browsers log every 401 response as an error
    if (message.type() === 'error' && !message.text().includes('401')) faults.push(message.text());
  });
  page.on('pageerror', (error) => faults.push(String(error)));
  page.on('request', (request) => {
    const { origin, protocol } = new URL(request.url());
    if (origin !== url && protocol !== 'data:') faults.push(`request to ${request.url()}`);
  });
  return faults;
}

/** Sends the folder of a run to a server over the API. */
export async function sendRun(server: Pick<Server, 'url' | 'first_key'>, folder: string): Promise<void> {
  const archive = await run('tar', ['-C', folder, '-czf', '-', '.'], {
    encoding: 'buffer',
    maxBuffer: 64 * 1024 * 1024,
  });
  const response = await fetch(`${server.url}/v1/runs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${server.first_key}`, 'content-type': 'application/gzip' },
    body: new Uint8Array(archive.stdout),
  });
  if (response.status !== 201) throw new Error(`Expected the server to accept the run, found ${await response.text()}`);
}

/** How many pixels the page is wider than the window. */
export const overflow = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - window.innerWidth');
