import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { createInterface } from 'node:readline';
import { openStore } from '@assay/server';
import pg from 'pg';
import { buildRun, computeScorecard, createWorkspace } from '../../packages/server/test/runs.ts';
import { buildTurn } from '../soak/telemetry-turns.ts';
import { load, requestBytes } from './http-load.ts';
import { type Measurement, type Ratio, root } from './ratio.ts';
import { serve } from './served.ts';

export const PGBENCH = '/usr/bin/pgbench';
export const CONNECTIONS = 64;
export const AGENTS = 10_000;
const SECONDS = 10;
const ROUNDS = 3;

/** Requests per second of the server, relative to pgbench on the same database and to a bare handler. */
export const SERVING: readonly Ratio[] = [
  ...(existsSync(PGBENCH)
    ? [
        {
          what: `evaluations per second over HTTP, ${AGENTS} agents, ${CONNECTIONS} connections`,
          against: 'pgbench with an insert and an update',
          limit: { least: 0.8 },
          measure: () => measureEvaluate(AGENTS),
        },
        {
          what: `evaluations per second over HTTP, one agent, ${CONNECTIONS} connections`,
          against: 'pgbench with an insert and an update of one row',
          limit: { least: 3 },
          measure: () => measureEvaluate(1),
        },
      ]
    : []),
  {
    what: `log records of telemetry per second over HTTP, ${CONNECTIONS} connections`,
    against: 'a handler that only decodes and inserts',
    limit: { least: 0.5 },
    measure: measureTelemetry,
  },
  {
    what: `run scores per second over HTTP, ${CONNECTIONS} connections`,
    against: 'a bare handler that returns the same bytes',
    limit: { least: 0.5 },
    measure: measureScore,
  },
];

/** Requests that evaluate, one per agent. */
export const evaluateRequests = (key: string, agents: number): Buffer[] =>
  Array.from({ length: agents }, (_, agent) =>
    requestBytes({
      method: 'POST',
      path: '/v1/evaluate',
      key,
      body: JSON.stringify({ agent_id: `agent-${agent}`, output: 'done', passed: agent % 7 !== 0, latency_ms: 120 }),
    }),
  );

/** Evaluations per second, relative to pgbench. */
export async function measureEvaluate(agents: number, ...options: readonly string[]): Promise<Measurement> {
  await using served = await serve(...options);
  const { port, key, database_url } = served;
  await createReferenceTables(database_url);
  let at = 0;
  const requests = evaluateRequests(key, agents);
  const next = (): Buffer => requests[at++ % requests.length] as Buffer;
  // warm-up: agents exist and pages are cached, as on a server that has been running for a while
  await load({ port, connections: CONNECTIONS, duration_ms: SECONDS * 500, next });
  const found = { subject: 0, reference: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    found.reference = Math.max(found.reference, pgbench(database_url, agents));
    const { per_second, refused } = await load({ port, connections: CONNECTIONS, duration_ms: SECONDS * 1_000, next });
    if (refused > 0) throw new Error(`expected every evaluation to be accepted, ${refused} were refused`);
    found.subject = Math.max(found.subject, per_second);
  }
  return found;
}

const TURNS_AT_ONCE = 10;

async function measureTelemetry(): Promise<Measurement> {
  await using served = await serve();
  const { port, key, database_url } = served;
  const reference = spawn(process.execPath, [`${root}tools/bench/bare-otlp.ts`, database_url], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: reference.stdout }), 'line')) as [string];
  let turn = 0;
  const next = (): Buffer => {
    turn += TURNS_AT_ONCE;
    const session = `session-${turn % 200}`;
    const turns = Array.from({ length: TURNS_AT_ONCE }, (_, index) => buildTurn(session, turn + index));
    const resourceLogs = turns.flatMap((one) => one.resourceLogs);
    return requestBytes({ method: 'POST', path: '/v1/logs', key, body: JSON.stringify({ resourceLogs }) });
  };
  const measure = async (on: number): Promise<number> => {
    const { per_second, refused } = await load({
      port: on,
      connections: CONNECTIONS,
      duration_ms: SECONDS * 500,
      next,
    });
    if (refused > 0) throw new Error(`expected every batch to be accepted, ${refused} were refused`);
    return per_second;
  };
  const found = { subject: 0, reference: 0 };
  await measure(port);
  for (let round = 0; round < ROUNDS; round++) {
    found.reference = Math.max(found.reference, await measure(Number(line)));
    found.subject = Math.max(found.subject, await measure(port));
  }
  reference.kill();
  return found;
}

async function createReferenceTables(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query(`
    create table if not exists reference_agents (agent_id integer primary key, seq bigint not null default 0,
      passes integer not null default 0, score smallint not null default 0) with (fillfactor = 70);
    create table if not exists reference_log (evaluation_id uuid primary key default gen_random_uuid(),
      agent_id integer not null, seq bigint not null, passed boolean not null, checks json not null,
      latency_ms double precision, accepted_at timestamptz not null default now());
    create unique index if not exists reference_log_by_agent on reference_log (agent_id, seq);
    insert into reference_agents (agent_id) select generate_series(1, ${AGENTS}) on conflict do nothing`);
  await client.end();
}

/** Transactions per second; each is one insert and one update. */
function pgbench(url: string, agents: number): number {
  const folder = mkdtempSync(`${tmpdir()}/assay-pgbench-`);
  try {
    writeFileSync(
      `${folder}/script.sql`,
      `\\set agent random(1, ${agents})
begin;
update reference_agents set seq = seq + 1, passes = passes + 1, score = 500 where agent_id = :agent returning seq \\gset
insert into reference_log (agent_id, seq, passed, checks, latency_ms) values (:agent, :seq, true, '[]', 120);
commit;
`,
    );
    const { stdout, stderr } = spawnSync(
      PGBENCH,
      [
        '-n',
        '-M',
        'prepared',
        '-c',
        String(CONNECTIONS),
        '-j',
        '2',
        '-T',
        String(SECONDS),
        '-f',
        `${folder}/script.sql`,
        url,
      ],
      { encoding: 'utf8' },
    );
    const tps = Number(/tps = ([\d.]+)/.exec(stdout)?.[1]);
    if (Number.isNaN(tps)) throw new Error(`pgbench printed no tps: ${stdout}${stderr}`);
    return tps;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Requests per second for the score of a run, relative to a bare handler that returns the same bytes. */
async function measureScore(): Promise<Measurement> {
  await using served = await serve();
  const { port, key, database_url } = served;
  const run_id = await saveScoredRun(database_url);
  const path = `/v1/runs/${run_id}/score`;
  const bytes = await (
    await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization: `Bearer ${key}` } })
  ).text();
  const child = spawn(process.execPath, [`${root}tools/bench/bare-handler.ts`, bytes], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = (await once(createInterface({ input: child.stdout }), 'line')) as [string];
  const ask = async (to: number, request: Buffer): Promise<number> => {
    const options = { port: to, connections: CONNECTIONS, duration_ms: SECONDS * 500, next: () => request };
    return (await load(options)).per_second;
  };
  const found = { subject: 0, reference: 0 };
  for (let round = 0; round < ROUNDS; round++) {
    const reference = await ask(Number(line), requestBytes({ method: 'GET', path, key }));
    const subject = await ask(port, requestBytes({ method: 'GET', path, key }));
    found.reference = Math.max(found.reference, reference);
    found.subject = Math.max(found.subject, subject);
  }
  child.kill();
  return found;
}

async function saveScoredRun(url: string): Promise<string> {
  await using store = await openStore({ url });
  const organization = await store.organizations.findFirst();
  if (organization === undefined) throw new Error('expected the server to have created an organization');
  const { organization_id } = organization;
  const { workspace_id, task_id } = await createWorkspace(store, organization_id);
  const run = buildRun({ task_id });
  await store.runs.record(organization_id, { run, workspace_id });
  await store.agent_run_scores.keep(organization_id, { run_id: run.run_id, ...computeScorecard(run) });
  return run.run_id;
}
