import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { listChildren } from '../../test/send-while-killing.ts';
import type { FakedClock } from './faked-clock.ts';
import type { Spawned } from './queued-runs.ts';

/** What faults are done to. */
export interface Fleet {
  readonly root: string;
  readonly database_url: string;
  /** A small disk for temporary files; null if none could be mounted. */
  readonly small_disk: string | null;
  /** The clock of all processes; null if it cannot be set. */
  readonly clock: FakedClock | null;
  readonly workers: Spawned[];
  supervisorPid(): number;
  restartServer(): Promise<void>;
  startWorker(): Spawned;
}

const FROZEN_MS = 4_000;
// three times as long as a process may be silent
const REPLACED_MS = 60_000;
const FULL_MS = 5_000;
const JUMP_S = 600;
const JUMPED_MS = 15_000;

/** Each fault, by name. All are over when they resolve, except for what was killed, which must come back. */
export const FAULTS: Readonly<Record<string, (fleet: Fleet) => Promise<void>>> = {
  'kill a server process': async (fleet) => {
    process.kill(await chooseProcess(fleet), 'SIGKILL');
  },
  'end all connections': async ({ database_url }) => {
    await query(database_url, 'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()');
  },
  'freeze a server process': async (fleet) => freeze(await chooseProcess(fleet)),
  'freeze a server process until it is replaced': async (fleet) => {
    const pid = await chooseProcess(fleet);
    process.kill(pid, 'SIGSTOP');
    for (const end_ms = Date.now() + REPLACED_MS; (await listChildren(fleet.supervisorPid())).includes(pid); ) {
      if (Date.now() > end_ms) throw new Error(`the frozen process ${pid} was not killed within ${REPLACED_MS} ms`);
      await sleep(500);
    }
  },
  'kill a worker': async ({ workers, startWorker }) => {
    const worker = workers.shift();
    worker?.child.kill('SIGKILL');
    await worker?.ended;
    workers.push(startWorker());
  },
  'fill the disk of uploads': async ({ small_disk }) => {
    if (small_disk === null) return;
    const filler = join(small_disk, 'filler');
    // until it is full
    await writeFile(filler, Buffer.alloc(256_000_000)).catch(() => undefined);
    await sleep(FULL_MS);
    await rm(filler, { force: true });
  },
  'kill the database': async ({ root }) => {
    const [pid] = (await readFile(join(root, 'db/data/postmaster.pid'), 'utf8')).split('\n');
    process.kill(Number(pid), 'SIGKILL');
  },
  'set the clocks ten minutes ahead': ({ clock }) => jump(clock, JUMP_S),
  'freeze a worker': async ({ workers }) => freeze(workers[0]?.child.pid as number),
  'set the clocks ten minutes back': ({ clock }) => jump(clock, -JUMP_S),
  'kill the supervisor': (fleet) => fleet.restartServer(),
};

async function chooseProcess(fleet: Fleet): Promise<number> {
  const children = await listChildren(fleet.supervisorPid());
  return children[Math.floor(Math.random() * children.length)] as number;
}

async function freeze(pid: number): Promise<void> {
  process.kill(pid, 'SIGSTOP');
  await sleep(FROZEN_MS);
  process.kill(pid, 'SIGCONT');
}

async function jump(clock: FakedClock | null, ahead_s: number): Promise<void> {
  await clock?.set(ahead_s);
  await sleep(JUMPED_MS);
  await clock?.set(0);
}

async function query(url: string, text: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  await client.query(text);
  await client.end();
}
