// `npm run soak:server -- --minutes 30`: two server processes, four workers, 64 writers, 16 readers, uploads and
// telemetry of two organizations, while processes, connections, the database and the disk fail in turn, and clocks jump.
// The last quarter is calm, to see whether memory grows. Exits with 0 if nothing acknowledged is lost or doubled, no
// organization sees data of the other, every process is back, and memory does not grow.
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { OrganizationId, RunId } from '@assay/schema';
import { createOrganization, openDatabase, openStore, type Store } from '@assay/server';
import { makeRunFolder } from '../../packages/server/test/run-folder.ts';
import { listAll, listChildren } from '../../test/send-while-killing.ts';
import { startServe } from '../../test/served.ts';
import { createFakedClock } from './faked-clock.ts';
import { askForRuns, createCaller, type Spawned, startProcess } from './queued-runs.ts';
import { FAULTS, type Fleet } from './server-faults.ts';
import {
  type Acknowledged,
  keepEvaluating,
  keepExporting,
  keepReading,
  keepUploading,
  type LoadOptions,
  type Tenant,
} from './server-load.ts';

const [WRITERS, READERS, WORKERS, EXPORTERS, RUNS] = [64, 16, 4, 4, 20];
const BETWEEN_MS = 8_000;
const SAMPLE_MS = 5_000;
// also a lease that was taken while the clock was ahead
const SETTLE_MS = 720_000;
const CALM_SHARE = 0.25;
/** How much of its memory a process may gain in the calm part. */
const MOST_GROWTH = 0.2;
const MB = 1e6;

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '30' } } });
const minutes = Number(values.minutes);
if (!(minutes > 0)) throw new Error(`expected --minutes to be a number above 0, found ${values.minutes}`);
process.exitCode = await soak();

async function soak(): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
  await using opened = new AsyncDisposableStack();
  opened.defer(() => rm(root, { recursive: true, force: true }));
  const small_disk = await mountSmallDisk(join(root, 'uploads'));
  if (small_disk === null) say('no small disk could be mounted: the disk is not filled');
  else opened.defer(() => void spawnSync('umount', ['--lazy', small_disk]));
  const made = opened.use(await makeRunFolder());
  const args = ['--processes', '2', '--no-worker', '--rate-limit', '100000'];
  const clock = await createFakedClock(root);
  if (clock === null) say('libfaketime is not installed: clocks do not jump');
  const env = { ...clock?.env, ...(small_disk === null ? {} : { TMPDIR: small_disk }) };
  let server = await startServe({ root, args, env });
  opened.defer(() => server[Symbol.asyncDispose]());
  const { url, first_key } = server;
  const port = Number(new URL(url).port);
  const database = opened.use(await openDatabase({ root, database_url: undefined }));
  const store = opened.use(await openStore({ url: database.url, connections: 2 }));
  const { secret } = await createOrganization(store, { name: 'beta', now: Date.now });
  const tenants: Tenant[] = [
    { name: 'alpha', key: first_key as string },
    { name: 'beta', key: secret },
  ];
  const runs = await askForRuns(createCaller(url, first_key as string), RUNS * Math.ceil(minutes));
  const startWorker = (): Spawned =>
    startProcess(
      root,
      ['worker', '--name', `w-${Math.random()}`, '--concurrency', '1', '--judge', 'heuristic'],
      clock?.env,
    );
  const fleet: Fleet = {
    root,
    database_url: database.url,
    small_disk,
    clock,
    workers: Array.from({ length: WORKERS }, startWorker),
    supervisorPid: () => server.child.pid as number,
    startWorker,
    async restartServer() {
      const closed = once(server.child, 'close');
      server.child.kill('SIGKILL');
      await closed;
      server = await startServe({ root, args, env, port });
    },
  };
  opened.defer(async () => void (await Promise.all(fleet.workers.map((worker) => worker[Symbol.asyncDispose]()))));

  const over = new AbortController();
  const statuses = new Map<string, number>();
  const leaks: string[] = [];
  const loads = tenants.map((tenant): LoadOptions => {
    const acknowledged: Acknowledged = { evaluations: new Map(), runs: new Set(), records: 0 };
    return { url, tenant, acknowledged, statuses, leaks, signal: over.signal };
  });
  const each = (count: number, work: (load: LoadOptions, index: number) => Promise<void>): Promise<void>[] =>
    loads.flatMap((load) => Array.from({ length: count / loads.length }, (_, index) => work(load, index)));
  const memory: { minute: number; mb: number }[] = [];
  const working = [
    ...each(WRITERS, keepEvaluating),
    ...each(READERS, (load) =>
      keepReading(
        load,
        tenants.map(({ name }) => name).filter((n) => n !== load.tenant.name),
      ),
    ),
    ...each(EXPORTERS, (load, index) => keepExporting(load, `${load.tenant.name}-${index}`)),
    ...each(2, (load) => keepUploading(load, made)),
    sampleMemory(url, memory, over.signal),
  ];
  const done = await causeFaults(fleet);
  say('no more faults');
  await sleep(CALM_SHARE * minutes * 60_000);
  over.abort();
  await Promise.all(working);
  return await report(store, { url, loads, leaks, statuses, memory, done, runs, fleet });
}

/** A disk of 128 MB in memory; null where that is not allowed. */
async function mountSmallDisk(folder: string): Promise<string | null> {
  await mkdir(folder);
  const { status } = spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=128m', 'none', folder]);
  return status === 0 ? folder : null;
}

async function causeFaults(fleet: Fleet): Promise<Map<string, number>> {
  const until = Date.now() + (1 - CALM_SHARE) * minutes * 60_000;
  const done = new Map<string, number>();
  for (;;)
    for (const [name, cause] of Object.entries(FAULTS)) {
      await sleep(BETWEEN_MS);
      if (Date.now() > until) return done;
      say(name);
      await cause(fleet).catch((error: Error) => say(`${name} failed: ${error.message}`));
      done.set(name, (done.get(name) ?? 0) + 1);
    }
}

/** The memory of the server processes together, while all of them answer. */
async function sampleMemory(url: string, into: { minute: number; mb: number }[], signal: AbortSignal): Promise<void> {
  const began_ms = Date.now();
  while (!signal.aborted) {
    const text = await fetch(`${url}/metrics`, { signal: AbortSignal.timeout(SAMPLE_MS) })
      .then((answer) => answer.text())
      .catch(() => '');
    const found = [...text.matchAll(/^process_resident_memory_bytes\{process="\d+"\} (\d+)$/gm)];
    const mb = found.reduce((sum, [, bytes]) => sum + Number(bytes), 0) / MB / Math.max(1, found.length);
    if (found.length > 0) into.push({ minute: (Date.now() - began_ms) / 60_000, mb });
    await sleep(SAMPLE_MS);
  }
}

interface Found extends Pick<LoadOptions, 'url' | 'leaks' | 'statuses'> {
  readonly loads: readonly LoadOptions[];
  readonly memory: readonly { minute: number; mb: number }[];
  readonly done: ReadonlyMap<string, number>;
  readonly runs: readonly RunId[];
  readonly fleet: Fleet;
}

interface StoredEvaluation {
  readonly evaluation_id: string;
  readonly source: string;
}

async function report(store: Store, found: Found): Promise<number> {
  const { url, loads, leaks, statuses, memory, done, runs, fleet } = found;
  const totals = { acknowledged: 0, lost: 0, doubled: 0, uploads: 0, uploads_lost: 0, records: 0 };
  for (const { tenant, acknowledged } of loads) {
    const all = await listAll<StoredEvaluation>({ url, key: tenant.key }, '/v1/evaluations?dry_run=false');
    const stored = all.filter(({ source }) => source !== 'run');
    const ids = new Set(stored.map(({ evaluation_id }) => evaluation_id));
    const expected = new Set(acknowledged.evaluations.values());
    totals.acknowledged += expected.size;
    totals.lost += [...expected].filter((id) => !ids.has(id)).length;
    // one per writer may be stored without its answer
    totals.doubled += stored.length - ids.size + Math.max(0, ids.size - expected.size - WRITERS / loads.length);
    totals.records += acknowledged.records;
    for (const run_id of acknowledged.runs) {
      const { status } = await fetch(`${url}/v1/runs/${run_id}`, {
        headers: { authorization: `Bearer ${tenant.key}` },
      });
      totals.uploads++;
      if (status !== 200) totals.uploads_lost++;
    }
  }
  const organization_id = (await store.organizations.findFirst())?.organization_id as OrganizationId;
  const until = Date.now() + SETTLE_MS;
  let unfinished = runs.length;
  while (unfinished > 0 && Date.now() < until) {
    await sleep(1_000);
    const stored = await Promise.all(runs.map((run_id) => store.runs.find(organization_id, run_id)));
    unfinished = stored.filter((run) => run?.status !== 'finished').length;
  }
  // processes that were just started first grow to their usual size
  const calm = memory.filter(({ minute }) => minute > (1 - CALM_SHARE / 2) * minutes);
  const gained = (slope(calm) * CALM_SHARE * minutes) / 2;
  const processes = (await listChildren(fleet.supervisorPid())).length;
  const rows: [string, string | number, boolean][] = [
    ['faults', [...done].map(([name, count]) => `${name} × ${count}`).join(', '), true],
    ['evaluations acknowledged', totals.acknowledged, totals.acknowledged > 0],
    ['evaluations lost', totals.lost, totals.lost === 0],
    ['evaluations doubled', totals.doubled, totals.doubled === 0],
    ['uploads acknowledged', totals.uploads, totals.uploads > 0],
    ['uploads lost', totals.uploads_lost, totals.uploads_lost === 0],
    ['log records acknowledged', totals.records, totals.records > 0],
    ['requested runs not finished', unfinished, unfinished === 0],
    ['reads with data of another organization', leaks.length, leaks.length === 0],
    ['server processes at the end', processes, processes === 2],
    ['memory per process, without faults (MB)', describeMemory(calm), true],
    ['memory gained per process, without faults (MB)', gained.toFixed(1), gained <= MOST_GROWTH * (calm[0]?.mb ?? 0)],
  ];
  say(`answers: ${[...statuses].map(([name, count]) => `${name} × ${count}`).join(', ')}`);
  for (const [name, value, holds] of rows) say(`${holds ? ' ' : '!'} ${name.padEnd(44)} ${value}`);
  return rows.every(([, , holds]) => holds) ? 0 : 1;
}

function describeMemory(memory: Found['memory']): string {
  return [memory[0], memory.at(-1)].map((sample) => Math.round(sample?.mb ?? 0)).join(' → ');
}

/** The slope of the line that fits best. */
function slope(samples: Found['memory']): number {
  const mean = (read: (sample: { minute: number; mb: number }) => number): number =>
    samples.reduce((sum, sample) => sum + read(sample), 0) / Math.max(1, samples.length);
  const [minute, mb] = [mean((sample) => sample.minute), mean((sample) => sample.mb)];
  const spread = mean((sample) => (sample.minute - minute) ** 2);
  return spread === 0 ? 0 : mean((sample) => (sample.minute - minute) * (sample.mb - mb)) / spread;
}

function say(line: string): void {
  process.stdout.write(`${line}\n`);
}
