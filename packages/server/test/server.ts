import type { OrganizationId, WorkspaceId } from '@assay/schema';
import type { Member, Role, Scope, Session } from '@assay/schema/api';
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
  /** Creates a member and signs in a browser as this member. */
  createMember(role: Role): Promise<TestMember>;
  /** Sends a request with its key; a body that is not a string is sent as JSON. */
  request(path: string, options?: TestRequest): Promise<Response>;
}

/** A member and its browser. */
interface TestMember extends Pick<TestCaller, 'request'>, Pick<TestBrowser, 'session'> {
  readonly member: Member;
}

/** A browser that keeps its cookies. */
export interface TestBrowser extends Pick<TestCaller, 'request'> {
  /** Signs in, and uses the token of the session from then on. */
  signIn(credentials: object): Promise<Session>;
  readonly session: Session | undefined;
}

/** A browser without a session. */
export function openTestBrowser(app: Hono): TestBrowser {
  const cookies = new Map<string, string>();
  let session: Session | undefined;
  const request: TestBrowser['request'] = async (path, { method = 'GET', body, headers = {} } = {}) => {
    const text = body === undefined || typeof body === 'string' ? body : JSON.stringify(body);
    const token = session === undefined ? {} : { 'x-assay-csrf': session.csrf_token };
    const response = await app.request(path, {
      method,
      headers: { cookie: [...cookies.values()].join('; '), 'content-type': 'application/json', ...token, ...headers },
      ...(text === undefined ? {} : { body: text }),
    });
    for (const set of response.headers.getSetCookie()) {
      const [cookie = ''] = set.split(';');
      cookies.set(cookie.split('=')[0] ?? '', cookie);
    }
    return response;
  };
  const use = async (response: Response, status: number): Promise<Session> => {
    session = (await readJson(response, status)) as Session;
    return session;
  };
  return {
    request,
    signIn: async (credentials) => use(await request('/v1/session', { method: 'POST', body: credentials }), 201),
    get session() {
      return session;
    },
  };
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
  const createMember = async (role: Role): Promise<TestMember> => {
    const member = await store.members.create(organization_id, { name: `the ${role}`, email: null, role });
    const token = await store.sessions.createLink({ organization_id, scopes: [], actor: member.member_id });
    const browser = openTestBrowser(app);
    await browser.signIn({ token });
    return { member, request: browser.request, session: browser.session };
  };
  return {
    organization_id,
    workspace_id,
    key,
    createKey,
    createMember,
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
