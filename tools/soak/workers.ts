// `npm run soak:workers`: 1,000 runs, three workers and one server as separate processes on one PostgreSQL; two workers
// are killed with -9 and one is added. Exits with 0 if every run has exactly one grade, one score and one evaluation,
// and at least one attempt was lost. `--kills 30` kills more; each but the first is replaced. `--runs 100` is quicker.
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { OrganizationId, RunId } from '@assay/schema';
import { openDatabase, openStore, type Store } from '@assay/server';
import { type Asked, askForRuns, createCaller, createCounter, type Spawned, startProcess } from './queued-runs.ts';

const LOOK_MS = 500;

async function soak({ count, kills }: { count: number; kills: number }): Promise<number> {
  const root = await mkdtemp(join(tmpdir(), 'assay-soak-'));
  await using started = new AsyncDisposableStack();
  started.defer(() => rm(root, { recursive: true, force: true }));
  const database = started.use(await openDatabase({ root, database_url: undefined }));
  const store = started.use(await openStore({ url: database.url, connections: 2 }));
  const server = started.use(startProcess(root, ['serve', '--port', '0', '--no-worker']));
  const { url, first_key } = await server.first<{ url: string; first_key: string }>();
  const call = createCaller(url, first_key);
  const runs = await askForRuns(call, count);
  const organization_id = (await call('GET', '/v1/organization'))['organization_id'] as OrganizationId;
  say(`${runs.length} runs requested`);

  const began_ms = performance.now();
  const startWorker = (name: string) =>
    started.use(startProcess(root, ['worker', '--name', name, '--concurrency', '2', '--judge', 'heuristic']));
  const workers = ['one', 'two', 'three'].map(startWorker);
  const countFinished = createCounter(store, { organization_id, runs });
  for (let killed = 1; killed <= kills; killed++) {
    await until(async () => (await countFinished()) >= (count * killed) / (kills + 2));
    const victim = workers.shift() as Spawned;
    say(`${await countFinished()} runs finished: ${await kill(victim)}`);
    if (killed > 1) workers.push(startWorker(`added-${killed - 1}`));
  }
  await until(async () => (await countFinished()) === count);
  say(`all runs finished after ${Math.round((performance.now() - began_ms) / 1000)} s`);
  return await report(store, { organization_id, runs });
}

// during a run, so that an attempt is lost
async function kill({ child, held, ended }: Spawned): Promise<string> {
  await until(async () => {
    if (child.exitCode !== null) throw new Error(`a worker exited unexpectedly with code ${child.exitCode}`);
    return held.size > 0;
  }, 1);
  child.kill('SIGKILL');
  await ended;
  return `killed a worker with ${held.size} runs in progress`;
}

async function report(store: Store, { organization_id, runs }: Asked): Promise<number> {
  const seen = { grades: 0, scores: 0, evaluations: 0, attempts: 0, lost: 0 };
  const wrong: string[] = [];
  // the last worker may not have counted its last run yet
  await until(async () => (await store.evaluations.findOfRun(organization_id, runs.at(-1) as RunId)) !== undefined);
  for (const run_id of runs) {
    const grades = await store.grades.list(organization_id, run_id);
    const scores = await store.agent_run_scores.list(organization_id, run_id);
    const attempts = await store.run_attempts.list(organization_id, run_id);
    const evaluation = await store.evaluations.findOfRun(organization_id, run_id);
    const ended = attempts.filter(({ status }) => status === 'finished').length;
    if (grades.length !== 1 || scores.length !== 1 || ended !== 1 || evaluation === undefined)
      wrong.push(`${run_id}: ${grades.length} grades, ${scores.length} scores, ${ended} finished attempts`);
    seen.grades += grades.length;
    seen.scores += scores.length;
    seen.evaluations += evaluation === undefined ? 0 : 1;
    seen.attempts += attempts.length;
    seen.lost += attempts.filter(({ status }) => status === 'lost').length;
  }
  say(
    `runs ${runs.length}, ${Object.entries(seen)
      .map(([name, number]) => `${name} ${number}`)
      .join(', ')}`,
  );
  for (const line of wrong) say(`! ${line}`);
  if (seen.lost === 0) say('! no attempt was lost: the test shows nothing');
  return wrong.length === 0 && seen.lost > 0 ? 0 : 1;
}

async function until(holds: () => Promise<boolean>, look_ms = LOOK_MS): Promise<void> {
  while (!(await holds())) await pause(look_ms);
}

const say = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

process.setMaxListeners(0);
for (const name of ['SIGINT', 'SIGTERM'] as const) process.once(name, () => process.exit(130));
const { values } = parseArgs({
  options: { runs: { type: 'string', default: '1000' }, kills: { type: 'string', default: '2' } },
});
process.exitCode = await soak({ count: Number(values.runs), kills: Number(values.kills) });
