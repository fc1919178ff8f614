// `npm run soak:lists`: loads 2,000,000 runs and 5,000,000 evaluations, then times every list, filter and chart of the
// dashboard over HTTP, with random parameters. Exits with 0 if every p99 is at most 50 ms (200 ms for sums), also deep in the list, and
// the page in a browser is fast enough. Prints the times and the query plan of every statement.
// `--runs` and `--evaluations` set other amounts.
import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { Agent, get } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { type Owner, openDatabase, SILENT, startServer } from '@assay/server';
import pg from 'pg';
import { openPool, type Pool } from '../../packages/server/src/store/sql/connection.ts';
import { toUuid } from '../../packages/server/src/store/sql/ids.ts';
import { sql } from '../../packages/server/src/store/sql/sql.ts';
import { exceedsLimit, formatMeasurement, openPage } from './look.ts';
import { measurePages } from './measure-pages.ts';
import { measureRunsPage } from './measure-runs-page.ts';
import { serve } from './serve.ts';

const CHUNK = 100_000;
const ROUNDS = 1_000;
const MOST_MS = 50;
// sums over every label or every day; the page of a person shows them at once
const MOST_SUMMED_MS = 200;
const SUMMED = /^(matrix by label|the last 24 hours|totals by \w+)$/;

const SCENARIOS = 60;
const AGENTS = 12;
const DAYS = 180;

const say = (line: string): void => void process.stdout.write(`${line}\n`);
const pick = (count: number): number => Math.floor(Math.random() * count);
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString();

async function load(
  pool: Pool,
  { organization_id, workspace_id, runs, evaluations }: Owner & { runs: number; evaluations: number },
): Promise<void> {
  const [organization, workspace, task] = [toUuid(organization_id), toUuid(workspace_id), randomUUID()];
  const digest = '0'.repeat(64);
  await pool.run(sql`
    insert into tasks (organization_id, task_id, seeded_at, scenario, task_digest, scorers_digest, rubric_digest, seed_digest)
    values (${organization}, ${task}, now(), '{}', ${digest}, ${digest}, ${digest}, ${digest})`);
  for (let from = 0; from < runs; from += CHUNK) {
    await pool.run(sql`
      insert into runs (organization_id, run_id, workspace_id, task_id, agent_id, scenario, label, status, outcome,
        overall, result, review, tier, score, axis_score, wall_ms, cost_usd_micros, run, created_at, finished_at)
      select ${organization}, md5('run ' || n)::uuid, ${workspace}, ${task}, 'agent-' || n % ${AGENTS}::integer,
        'scenario-' || n % ${SCENARIOS}::integer, case when n % 3 = 0 then 'label-' || n % 500 end, 'finished',
        (array['COMPLETED', 'COMPLETED', 'COMPLETED', 'BLOCKED', 'FAILED'])[1 + n % 5],
        (array['PASS', 'PASS', 'FAIL'])[1 + n % 3], (array['passed', 'passed', 'failed'])[1 + n % 3], n % 2, (array['Bronze', 'Silver', 'Gold', 'Elite'])[1 + n % 4], n % 101,
        n % 101, 1000 + n % 600000, n % 2000000, '{}', at, at + interval '2 minutes'
      from (
        select n, now() - make_interval(secs => ${DAYS * 86_400}::double precision * n / ${runs}) as at
        from generate_series(${from + 1}::integer, ${Math.min(from + CHUNK, runs)}::integer) as n
      ) as made`);
    if ((from / CHUNK) % 5 === 0) say(`${from} runs`);
  }
  await pool.run(sql`
    insert into agents (organization_id, agent_id, seq, eval_count, score)
    select ${organization}, 'agent-' || n, ${Math.ceil(evaluations / 1_000)}, 60 + n, n % 1000
    from generate_series(0, 999) as n`);
  for (let from = 0; from < evaluations; from += CHUNK) {
    await pool.run(sql`
      insert into evaluations (organization_id, evaluation_id, agent_id, seq, status, source, run_id, passed, checks,
        accepted_at, score)
      select ${organization}, gen_random_uuid(), 'agent-' || n % 1000, n / 1000 + 1, 'counted',
        case when n < ${runs}::integer then 'run' else 'rest' end,
        case when n < ${runs}::integer then md5('run ' || n + 1)::uuid end, n % 7 <> 0, '[]', now(), n % 1000
      from generate_series(${from}::integer, ${Math.min(from + CHUNK, evaluations) - 1}::integer) as n`);
    if ((from / CHUNK) % 10 === 0) say(`${from} evaluations`);
  }
  await pool.run(sql`vacuum analyze`);
  // so that writing it does not disturb the measurements
  await pool.run(sql`checkpoint`);
}

/** Requests of the dashboard, with random parameters. */
function listAsked(workspace_id: string): Readonly<Record<string, () => string>> {
  const totals = (by: string, period: string, days: number): string =>
    `/v1/runs/totals?workspace_id=${workspace_id}&by=${by}&period=${period}&since=${daysAgo(days).slice(0, 10)}&until=${daysAgo(0).slice(0, 10)}`;
  return {
    runs: () => '/v1/runs',
    'runs of an agent': () => `/v1/runs?agent_id=agent-${pick(AGENTS)}`,
    'runs of a scenario': () => `/v1/runs?scenario=scenario-${pick(SCENARIOS)}`,
    'runs of a scenario by an agent': () =>
      `/v1/runs?scenario=scenario-${pick(SCENARIOS)}&agent_id=agent-${pick(AGENTS)}`,
    'runs with a label': () => `/v1/runs?label=label-${pick(500)}`,
    'runs by status': () => `/v1/runs?status=${['queued', 'running', 'finished'][pick(3)]}`,
    'runs by outcome': () => `/v1/runs?outcome=${['COMPLETED', 'BLOCKED', 'FAILED'][pick(3)]}`,
    'runs by verdict': () => `/v1/runs?overall=${['PASS', 'FAIL', 'ERROR'][pick(3)]}`,
    'runs by tier': () => `/v1/runs?tier=${['Bronze', 'Elite', 'Unranked'][pick(3)]}`,
    'runs by score': () => `/v1/runs?min_score=${50 + pick(50)}&max_score=${50 + pick(50)}`,
    'runs by cost': () => `/v1/runs?min_cost_usd_micros=${1_900_000 + pick(100_000)}`,
    'runs by duration': () => `/v1/runs?min_wall_ms=${600_000 + pick(1_000)}`,
    'runs of a period': () => `/v1/runs?since=${daysAgo(100)}&until=${daysAgo(50 + pick(50))}`,
    'runs by four filters': () =>
      `/v1/runs?agent_id=agent-${pick(AGENTS)}&outcome=FAILED&tier=Elite&min_score=${pick(100)}`,
    numbers: () => '/v1/runs/stats?days=180',
    trend: () => '/v1/runs/trend?days=180',
    'trend of an agent': () => `/v1/runs/trend?days=180&agent_id=agent-${pick(AGENTS)}`,
    histogram: () => '/v1/runs/histogram',
    'histogram of a scenario': () => `/v1/runs/histogram?field=wall_ms&scenario=scenario-${pick(SCENARIOS)}`,
    points: () => '/v1/runs/points',
    matrix: () => '/v1/runs/matrix',
    'matrix by label': () => '/v1/runs/matrix?columns=label',
    'the last 24 hours': () => `/v1/runs/changes?workspace_id=${workspace_id}`,
    'totals by month': () => totals('agent', 'month', DAYS),
    'totals by day': () => totals(['agent', 'scenario', 'model'][pick(3)] as string, 'day', 90),
    'totals by label': () => totals('label', 'week', 90),
    evaluations: () => '/v1/evaluations',
    'evaluations of an agent': () => `/v1/evaluations?agent_id=agent-${pick(1_000)}`,
    agents: () => '/v1/agents',
  };
}

interface Timed {
  readonly what: string;
  readonly p50: number;
  readonly p99: number;
}

const isSlow = ({ what, p99 }: Pick<Timed, 'what' | 'p99'>): boolean =>
  p99 > (SUMMED.test(what) ? MOST_SUMMED_MS : MOST_MS);

async function time(what: string, ask: () => Promise<unknown>): Promise<Timed> {
  const took: number[] = [];
  for (let round = 0; round < ROUNDS + 10; round++) {
    const began = performance.now();
    await ask();
    // the first rounds are warm-up
    if (round >= 10) took.push(performance.now() - began);
  }
  took.sort((one, other) => one - other);
  const at = (share: number): number => took[Math.min(took.length - 1, Math.floor(took.length * share))] as number;
  return { what, p50: at(0.5), p99: at(0.99) };
}

const agent = new Agent({ keepAlive: true });

// compressed, as for browsers, but not decompressed: that would count as time of the server
function receive(url: string, authorization: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  const headers = { authorization, 'accept-encoding': 'gzip, deflate, br, zstd' };
  get(url, { agent, headers }, (response) => {
    response.on('end', () =>
      response.statusCode === 200 ? resolve() : reject(new Error(`${url}: ${response.statusCode}`)),
    );
    response.on('error', reject).resume();
  }).on('error', reject);
  return promise;
}

interface Sent {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** Collects the read statements that `work` sends. */
async function catchStatements(work: () => Promise<unknown>): Promise<Sent[]> {
  const sent: Sent[] = [];
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function (this: pg.Client, ...given: unknown[]) {
    const [config] = given as [Partial<Sent> | undefined];
    if (config?.text !== undefined && /^\s*(select|with)/.test(config.text))
      sent.push({ text: config.text, values: config.values ?? [] });
    return Reflect.apply(query, this, given);
  } as typeof query;
  try {
    await work();
  } finally {
    pg.Client.prototype.query = query;
  }
  return sent;
}

/** The scans in the query plan of a statement. */
async function explain(client: pg.Client, { text, values }: Sent): Promise<string[]> {
  const { rows } = await client.query({
    text: `explain (analyze, timing off, summary off) ${text}`,
    values: [...values],
  });
  return rows.map((row: Record<string, string>) => row['QUERY PLAN'] ?? '').filter((line) => / Scan /.test(line));
}

const cursor = (...key: string[]): string => Buffer.from(JSON.stringify(key)).toString('base64url');

async function soak(amounts: { runs: number; evaluations: number }): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(root, { recursive: true, force: true }));
  const database = started.use(await openDatabase({ root, database_url: undefined }));
  const server = started.use(
    await startServer({
      ...{ root, database_url: database.url, host: '127.0.0.1', port: 0, site: null },
      ...{ log: SILENT, now: Date.now, environment: {} },
    }),
  );
  const pool = started.use(openPool({ url: database.url, connections: 1, patient: true }));
  await load(pool, { ...server, ...amounts });
  // timed in a separate process, as in production
  const { url, link } = started.use(await serve(root, { ...process.env, DATABASE_URL: database.url }));
  const ask = (at: string, path: string): Promise<void> => receive(`${at}${path}`, `Bearer ${server.first_key}`);
  const timed: Timed[] = [];
  const asked = listAsked(server.workspace_id);
  for (const [what, path] of Object.entries(asked)) timed.push(await time(what, () => ask(url, path())));
  const deep = () => ask(url, `/v1/runs?after=${cursor(daysAgo(Math.random() * DAYS), `run_${'7'.repeat(26)}`)}`);
  timed.push(await time('runs, random page', deep));
  say(`\n${'what'.padEnd(34)} p50 ms   p99 ms`);
  for (const { what, p50, p99 } of timed)
    say(
      `${what.padEnd(34)} ${p50.toFixed(1).padStart(6)}   ${p99.toFixed(1).padStart(6)}${isSlow({ what, p99 }) ? '  too slow' : ''}`,
    );
  const { page } = started.use(await openPage(link));
  const looked = [...(await measureRunsPage(page, url)), ...(await measurePages(page, url))];
  for (const one of looked) say(formatMeasurement(one));
  const client = new pg.Client({ connectionString: database.url });
  await client.connect();
  started.defer(() => client.end());
  for (const [what, path] of Object.entries(asked)) {
    say(`\n${what}: ${path()}`);
    for (const sent of await catchStatements(() => ask(server.url, path())))
      for (const line of await explain(client, sent)) say(line.trimEnd());
  }
  return timed.some(isSlow) || looked.some(exceedsLimit) ? 1 : 0;
}

const { values } = parseArgs({
  options: { runs: { type: 'string', default: '2000000' }, evaluations: { type: 'string', default: '5000000' } },
});
process.exitCode = await soak({ runs: Number(values.runs), evaluations: Number(values.evaluations) });
