import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { Scope } from '@assay/schema/api';
import type { Hono } from 'hono';
import { expect } from 'vitest';
import { type AppOptions, createApp } from '../src/http/app.ts';
import { HANDLERS } from '../src/operations/index.ts';
import { createQueue } from '../src/queue/queue.ts';
import type { Services } from '../src/services/services.ts';
import { openStore, type Store } from '../src/store/store.ts';
import { SILENT } from '../src/telemetry/log.ts';
import { createMetrics } from '../src/telemetry/metrics.ts';
import { createTestDatabase, newId } from './database.ts';

/** An organization with a workspace and a key. */
export interface TestCaller {
  readonly organization_id: OrganizationId;
  readonly workspace_id: WorkspaceId;
  /** The secret of a key with every scope. */
  readonly key: string;
  /** Creates another key. */
  createKey(scopes: readonly Scope[]): Promise<string>;
  /** Sends a request with its key; a body that is not a string is sent as JSON. */
  request(path: string, options?: TestRequest): Promise<Response>;
}

interface TestRequest {
  readonly method?: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface TestApi extends TestCaller {
  readonly app: Hono;
  readonly store: Store;
  readonly services: Services;
  readonly url: string;
  /** Another, unrelated organization. */
  readonly other: TestCaller;
  createCaller(): Promise<TestCaller>;
  [Symbol.asyncDispose](): Promise<void>;
}

export type JsonObject = Record<string, unknown>;

/** The JSON of an answer with the expected status; an empty object if there is no body. */
export async function readJson(response: Response, status: number): Promise<JsonObject> {
  const text = await response.text();
  expect(response.status, text).toBe(status);
  return text === '' ? {} : (JSON.parse(text) as JsonObject);
}

/** The app in process with its own database and two organizations. Answers are validated against their schemas. */
export async function openTestApi(options: Partial<AppOptions> = {}): Promise<TestApi> {
  const database = await createTestDatabase();
  const store = await openStore({ url: database.url });
  const stopping = new AbortController();
  const queue = createQueue({ url: database.url, store });
  const services: Services = {
    store,
    queue,
    allow_local_webhooks: true,
    now: Date.now,
    log: SILENT,
    metrics: createMetrics(),
    stopping: stopping.signal,
  };
  const app = createApp({ services, handlers: HANDLERS, check_answers: true, ...options });
  const createCaller = () => createTestCaller({ store, app });
  const [own, other] = [await createCaller(), await createCaller()];
  return {
    ...own,
    app,
    store,
    services,
    url: database.url,
    other,
    createCaller,
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await queue[Symbol.asyncDispose]();
      await store[Symbol.asyncDispose]();
      await database[Symbol.asyncDispose]();
    },
  };
}

async function createTestCaller({ store, app }: { store: Store; app: Hono }): Promise<TestCaller> {
  const organization_id = newId('org');
  await store.organizations.create({ organization_id, name: 'made for a test' });
  const workspace_id = newId('wsp');
  await store.workspaces.create(organization_id, { workspace_id, name: 'main', weights: null });
  const createKey = async (scopes: readonly Scope[]): Promise<string> =>
    (await store.api_keys.create(organization_id, { name: 'test', scopes: [...scopes] })).secret;
  const key = await createKey(['admin']);
  return {
    organization_id,
    workspace_id,
    key,
    createKey,
    async request(path, { method = 'GET', body, headers = {} } = {}) {
      const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
      return app.request(path, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json', ...headers },
        ...(text === undefined ? {} : { body: text }),
      });
    },
  };
}
