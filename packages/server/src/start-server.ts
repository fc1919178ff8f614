import { join } from 'node:path';
import { findSecretValues, listActivities } from '@assay/harness';
import { AssayError, type ModelPrices } from '@assay/schema';
import { requireOwnCurrent } from './blobs/require-own-blobs.ts';
import { createComparisonImport } from './comparisons/import-comparisons.ts';
import { findOwner, type Owner } from './first-start.ts';
import { createApp } from './http/app.ts';
import { createAddressOf, parseProxies } from './http/client-address.ts';
import { type Listening, listen } from './http/listen.ts';
import { readSiteFiles } from './http/site-files.ts';
import { signInPath } from './members/link-paths.ts';
import { readOidcSettings } from './oidc/oidc-settings.ts';
import { openOidc } from './oidc/open-oidc.ts';
import { resolveOidcSettings } from './oidc/resolve-oidc-settings.ts';
import { HANDLERS } from './operations/index.ts';
import { purgeOrganizations } from './organizations/purge-organization.ts';
import { createQueue } from './queue/queue.ts';
import { type Chore, repeat } from './repeat.ts';
import { createRunImport } from './runs/import-runs.ts';
import { createRunSettler } from './runs/settle-runs.ts';
import { removeLeftFolders } from './scratch/remove-left.ts';
import type { Promoter } from './services/promoter.ts';
import { openServedFolder } from './services/served-folder.ts';
import type { Services } from './services/services.ts';
import { openSinks } from './sinks/open-sinks.ts';
import { openDatabaseInTime, openStoreInTime, startStep } from './start-step.ts';
import { createBacklogGauges } from './telemetry/backlog-gauges.ts';
import type { Log } from './telemetry/log.ts';
import { mergeMetrics, type ProcessMetrics } from './telemetry/merge-metrics.ts';
import { createMetrics, type Metrics } from './telemetry/metrics.ts';
import { createProcessGauges } from './telemetry/process-gauges.ts';
import { checkBudgets } from './upkeep/check-budgets.ts';
import { collectBlobs } from './upkeep/collect-blobs.ts';
import { expireEvidence } from './upkeep/expire-evidence.ts';
import { createFolderSessionReader, type FolderSessionReader } from './upkeep/folder-sessions.ts';
import { gradeSilentSessions } from './upkeep/grade-silent-sessions.ts';
import { deliverWebhooks } from './webhooks/deliver-webhooks.ts';

export interface StartServerOptions {
  /** The `.assay` folder; contains the managed database. */
  readonly root: string;
  /** The folder whose scenarios are shown to the owner; default: none. */
  readonly folder?: string | undefined;
  /**
   * Stores the sessions that agents had in the folder, as their own logs in this home folder tell. Only for a server and
   * a database that belong to the person of the home folder; default: none.
   */
  readonly own_sessions?: { readonly home: string; readonly prices: ModelPrices } | undefined;
  /** What starts `assay` in a terminal of this machine, for a server that only one person uses. */
  readonly command?: string | undefined;
  readonly database_url: string | undefined;
  readonly host: string;
  readonly port: number;
  /** Another port for the same requests, such as the one that exporters of OTLP use by default. */
  readonly otlp_port?: number | undefined;
  /** The folder of the built dashboard; null to serve none. */
  readonly site: string | null;
  readonly log: Log;
  readonly now: () => number;
  /** Sustained requests per second per key. */
  readonly rate_limit?: number | undefined;
  /** Reverse proxies whose X-Forwarded-For is believed. */
  readonly trusted_proxies?: readonly string[] | undefined;
  /** Opens pull requests from the served folder; without it, none can be opened. */
  readonly promoter?: Promoter | undefined;
  /** How many processes serve this port; they share the limits. Default: 1. */
  readonly processes?: number | undefined;
  /** Whether this process imports runs, delivers webhooks and cleans up; one of several must. Default: true. */
  readonly upkeep?: boolean | undefined;
  /** Exchanges metrics with the other processes: gets a function that renders its own, returns one for all. */
  readonly shareMetrics?: ((renderOwn: () => Promise<string>) => () => Promise<readonly ProcessMetrics[]>) | undefined;
  /** Configures where contents are stored, sinks and whether webhooks may use local addresses. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Ends a start that is under way; has no effect afterwards. */
  readonly signal?: AbortSignal | undefined;
}

/** A running server. */
export interface Server extends Pick<Listening, 'url'>, Owner {
  /** The address for exporters of OTLP. */
  readonly otlp_url: string;
  /** A single-use link that signs in one browser. */
  createLoginLink(): Promise<string>;
  readonly services: Services;
  /** Stops accepting requests, answers open ones and leaves the database. */
  [Symbol.asyncDispose](): Promise<void>;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
// enough for a busy service; for more, use batches
const RATE_LIMIT = 2_000;
// burst after a pause, in seconds of the sustained rate
const BURST_S = 5;
// short enough for new runs to appear while someone watches
const IMPORT_MS = 2_000;
// finding them lists every session of this machine
const SESSIONS_MS = 10_000;

/** Opens the database, migrates its schema and serves requests. */
export async function startServer(options: StartServerOptions): Promise<Server> {
  const { root, database_url, host, port, site, log, now, environment, promoter, rate_limit = RATE_LIMIT } = options;
  const variables = readOidcSettings(environment);
  const proxies = parseProxies(options.trusted_proxies ?? []);
  await using opening = new AsyncDisposableStack();
  const { signal } = options;
  await startStep({
    name: 'reading the folder for temporary files',
    help: 'Set TMPDIR to a folder on a disk of this machine.',
    max_ms: MINUTE_MS,
    code: 'unreadable_file',
    signal,
    work: () => removeLeftFolders(now),
  });
  const database = opening.use(await openDatabaseInTime({ root, database_url }, signal));
  const store = opening.use(await openStoreInTime({ url: database.url, now, environment }, signal));
  const onOutage = (error: unknown): void => {
    log.write('warn', 'blobs_unavailable', { message: (error as Error).message });
  };
  await requireOwnCurrent(store, onOutage, signal);
  const queue = opening.use(createQueue({ url: database.url, store, now }));
  const { owner, oidc } = await startStep({
    name: 'reading the settings from the database',
    help: 'Check that the database answers, and start again.',
    max_ms: 2 * MINUTE_MS,
    code: 'database_unavailable',
    signal,
    work: async () => ({
      owner: await findOwner(store, now),
      oidc: variables === undefined ? undefined : await resolveOidcSettings(store, variables),
    }),
  });
  const stopping = new AbortController();
  const metrics = createMetrics();
  metrics.measure(createProcessGauges());
  metrics.measure(createBacklogGauges(store, now));
  const sinks = opening.use(openSinks({ environment, log, metrics }));
  const allow_local = environment['ASSAY_LOCAL_WEBHOOKS'] === '1';
  const folderSessions = openFolderSessions({ store, now, log }, { ...options, owner, signal: stopping.signal });
  const services: Services = {
    store,
    queue,
    sinks,
    // the served folder belongs to the owner
    ...(promoter === undefined ? {} : { promoter: { ...promoter, organization_id: owner.organization_id } }),
    activities: { list: () => listActivities(root, now()), organization_id: owner.organization_id },
    ...(options.folder === undefined
      ? {}
      : {
          folder: openServedFolder({
            ...{ folder: options.folder, root, now, listSessions: folderSessions?.list },
            organization_id: owner.organization_id,
          }),
        }),
    ...(options.command === undefined ? {} : { command: options.command }),
    allow_local_webhooks: allow_local,
    ...(oidc === undefined ? {} : { oidc: openOidc(oidc) }),
    now,
    log,
    metrics: options.shareMetrics === undefined ? metrics : mergeWithOthers(metrics, options.shareMetrics),
    stopping: stopping.signal,
  };
  const app = createApp({
    services,
    handlers: HANDLERS,
    site: site === null ? undefined : readSiteFiles(site),
    rate_limit: { per_second: rate_limit, burst: rate_limit * BURST_S },
    processes: options.processes ?? 1,
    addressOf: createAddressOf(proxies),
  });
  const listening = await listen({ app, host, port });
  opening.defer(() => listening.close());
  const otlp =
    options.otlp_port === undefined
      ? null
      : await listen({ app, host, port: options.otlp_port, option: '--otlp-port' });
  const chores = (
    options.upkeep === false ? [] : listChores(services, { root, owner, environment, folderSessions })
  ).map((chore) => repeat(chore, { signal: stopping.signal, log }));
  const delivering =
    options.upkeep === false ? null : deliverWebhooks({ store, log, now, allow_local, signal: stopping.signal });
  const opened = opening.move();
  return {
    ...owner,
    url: listening.url,
    otlp_url: otlp?.url ?? listening.url,
    services,
    async createLoginLink() {
      const { organization_id } = owner;
      const token = await store.sessions.createLink({ organization_id, scopes: ['admin'], actor: 'first start' });
      return `${listening.url}${signInPath(token)}`;
    },
    async [Symbol.asyncDispose]() {
      stopping.abort();
      await Promise.all([listening.close(), otlp?.close()]);
      await Promise.all([...chores, delivering]);
      await opened.disposeAsync();
    },
  };
}

type FolderSessionsSettings = Pick<StartServerOptions, 'folder' | 'own_sessions' | 'environment'> & {
  readonly owner: Owner;
  readonly signal: AbortSignal;
};

function openFolderSessions(
  services: Pick<Services, 'store' | 'now' | 'log'>,
  { folder, own_sessions, environment, owner, signal }: FolderSessionsSettings,
): FolderSessionReader | undefined {
  if (folder === undefined || own_sessions === undefined) return undefined;
  const { organization_id, workspace_id } = owner;
  const secrets = findSecretValues(environment);
  return createFolderSessionReader(services, {
    ...{ folder, organization_id, workspace_id, secrets, signal },
    ...own_sessions,
  });
}

interface ChoreOptions extends Pick<StartServerOptions, 'root' | 'environment'> {
  readonly owner: Owner;
  readonly folderSessions: FolderSessionReader | undefined;
}

function listChores(services: Services, { root, owner, environment, folderSessions }: ChoreOptions): Chore[] {
  const { store, log, now, stopping: signal } = services;
  const silent_ms = readSilence(environment);
  const importRuns = createRunImport(services, { ...owner, runs: join(root, 'runs'), signal });
  const importComparisons = createComparisonImport(services, {
    ...owner,
    comparisons: join(root, 'comparisons'),
    signal,
  });
  const importAll = async (): Promise<void> => {
    // a comparison needs its runs first
    await importRuns();
    await importComparisons();
  };
  return [
    { name: 'import runs and comparisons', every_ms: IMPORT_MS, work: importAll },
    ...(folderSessions === undefined
      ? []
      : [{ name: 'read sessions of the folder', every_ms: SESSIONS_MS, work: folderSessions.look }]),
    { name: 'count runs', every_ms: HOUR_MS / 6, work: createRunSettler(store, now) },
    { name: 'delete old idempotency keys', every_ms: HOUR_MS, work: () => store.idempotency_keys.forgetOld() },
    { name: 'delete old sessions', every_ms: HOUR_MS, work: () => store.sessions.forgetOld() },
    { name: 'delete old invitations', every_ms: HOUR_MS, work: () => store.invitations.forgetOld() },
    { name: 'delete old shares', every_ms: HOUR_MS, work: () => store.shares.forgetOld() },
    { name: 'delete expired evidence', every_ms: HOUR_MS, work: () => expireEvidence({ store, signal }) },
    { name: 'delete unused blobs', every_ms: DAY_MS, work: () => collectBlobs({ store, log, now, signal }) },
    { name: 'delete organizations', every_ms: MINUTE_MS, work: () => purgeOrganizations(services) },
    { name: 'delete old deliveries', every_ms: HOUR_MS, work: () => store.webhook_deliveries.forgetOld() },
    { name: 'check budgets', every_ms: MINUTE_MS, work: () => checkBudgets(services) },
    { name: 'delete old telemetry', every_ms: HOUR_MS, work: () => store.telemetry.forgetOld() },
    { name: 'grade sessions', every_ms: IMPORT_MS, work: () => gradeSilentSessions(services, { silent_ms, signal }) },
  ];
}

/** Metrics that render those of all processes, or only their own if the others cannot be asked. */
function mergeWithOthers(metrics: Metrics, shareMetrics: NonNullable<StartServerOptions['shareMetrics']>): Metrics {
  const askAll = shareMetrics(() => metrics.render());
  return {
    ...metrics,
    async render() {
      const all = await askAll();
      return all.length === 0 ? await metrics.render() : mergeMetrics(all);
    },
  };
}

// long enough for most builds and tests; what comes later is graded again
const SILENCE_S = 60;

function readSilence({ ASSAY_TELEMETRY_SILENCE_S: given }: StartServerOptions['environment']): number {
  const seconds = Number(given ?? SILENCE_S);
  if (given !== '' && Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  throw new AssayError('invalid_config', `ASSAY_TELEMETRY_SILENCE_S: expected a number of seconds, found ${given}`);
}
