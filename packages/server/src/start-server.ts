import { join } from 'node:path';
import { listActivities } from '@assay/harness';
import { createComparisonImport } from './comparisons/import-comparisons.ts';
import { findOwner, type Owner } from './first-start.ts';
import { createApp } from './http/app.ts';
import { addressOf, type Listening, listen } from './http/listen.ts';
import { readSiteFiles } from './http/site-files.ts';
import { HANDLERS } from './operations/index.ts';
import { openDatabase } from './postgres/open-database.ts';
import { createQueue } from './queue/queue.ts';
import { type Chore, repeat } from './repeat.ts';
import { createImport } from './runs/import-runs.ts';
import { createSettling } from './runs/settle-runs.ts';
import type { Promoter } from './services/promoter.ts';
import type { Services } from './services/services.ts';
import { openSinks } from './sinks/open-sinks.ts';
import { openStore } from './store/store.ts';
import type { Log } from './telemetry/log.ts';
import { createMetrics } from './telemetry/metrics.ts';
import { expireEvidence } from './upkeep/expire-evidence.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';

export interface StartServerOptions {
  /** The `.assay` folder: our own database lives in it. */
  readonly root: string;
  readonly database_url: string | undefined;
  readonly host: string;
  readonly port: number;
  /** The folder of the built dashboard; null to serve none. */
  readonly site: string | null;
  readonly log: Log;
  readonly now: () => number;
  /** How many requests a second one key may send for long. */
  readonly rate_limit?: number | undefined;
  /** Opens pull requests from the folder that is served; without it nobody can ask for one. */
  readonly promoter?: Promoter | undefined;
  /** Says which analytics are told of scores, and whether webhooks may be on this machine. */
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** A server that answers. */
export interface Server extends Pick<Listening, 'url'>, Owner {
  /** A link that signs one browser in, once. */
  createLoginLink(): Promise<string>;
  readonly services: Services;
  /** Takes no more requests, answers those it took, and leaves the database. */
  [Symbol.asyncDispose](): Promise<void>;
}

const HOUR_MS = 3_600_000;
// a busy service stays below it; who sends more has batches
const RATE_LIMIT = 2_000;
// after a pause, so many seconds' worth at once
const BURST_S = 5;
// runs that are made meanwhile show up while people look
const IMPORT_MS = 2_000;

/** Opens the database, brings its schema to where the code is, and answers requests. */
export async function startServer(options: StartServerOptions): Promise<Server> {
  const { root, database_url, host, port, site, log, now, environment, promoter, rate_limit = RATE_LIMIT } = options;
  await using opening = new AsyncDisposableStack();
  const database = opening.use(await openDatabase({ root, database_url }));
  const store = opening.use(await openStore({ url: database.url, now }));
  const queue = opening.use(createQueue({ url: database.url, store, now }));
  const owner = await findOwner(store, now);
  const stopping = new AbortController();
  const metrics = createMetrics();
  const sinks = opening.use(openSinks({ environment, log, metrics }));
  const services: Services = {
    store,
    queue,
    sinks,
    // what is in the folder belongs to its owner
    ...(promoter === undefined ? {} : { promoter: { ...promoter, organization_id: owner.organization_id } }),
    activities: { list: () => listActivities(root, now()), organization_id: owner.organization_id },
    now,
    log,
    metrics,
    stopping: stopping.signal,
  };
  const app = createApp({
    services,
    handlers: HANDLERS,
    site: site === null ? undefined : readSiteFiles(site),
    rate_limit: { per_second: rate_limit, burst: rate_limit * BURST_S },
    addressOf,
  });
  const listening = await listen({ app, host, port });
  const importRuns = createImport(services, { ...owner, runs: join(root, 'runs'), signal: stopping.signal });
  const importComparisons = createComparisonImport(services, {
    ...owner,
    comparisons: join(root, 'comparisons'),
    signal: stopping.signal,
  });
  const imported: Chore = {
    name: 'take in what was made in this folder',
    every_ms: IMPORT_MS,
    work: async () => {
      // the runs that a comparison names come before it
      await importRuns();
      await importComparisons();
    },
  };
  const chores = [imported, ...listChores(services)].map((chore) => repeat(chore, { signal: stopping.signal, log }));
  const allow_local = environment['ASSAY_LOCAL_WEBHOOKS'] === '1';
  const delivering = deliverWebhooks({ store, log, now, allow_local, signal: stopping.signal });
  const opened = opening.move();
  return {
    ...owner,
    url: listening.url,
    services,
    async createLoginLink() {
      const { organization_id } = owner;
      const token = await store.sessions.createLink({ organization_id, scopes: ['admin'], actor: 'first start' });
      return `${listening.url}/login#token=${token}`;
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await listening.close();
      await Promise.all([...chores, delivering]);
      await opened.disposeAsync();
    },
  };
}

const listChores = ({ store, now, stopping: signal }: Services): Chore[] => [
  { name: 'count runs', every_ms: HOUR_MS / 6, work: createSettling(store, now) },
  { name: 'forget idempotency keys', every_ms: HOUR_MS, work: () => store.idempotency_keys.forgetOld() },
  { name: 'forget sessions', every_ms: HOUR_MS, work: () => store.sessions.forgetOld() },
  { name: 'expire evidence', every_ms: HOUR_MS, work: () => expireEvidence({ store, signal }) },
  { name: 'forget deliveries', every_ms: HOUR_MS, work: () => store.webhook_deliveries.forgetOld() },
];
