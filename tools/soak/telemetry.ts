import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openDatabase } from '../../packages/server/src/postgres/open-database.ts';
import { startServe } from '../../test/served.ts';
import { buildTurn, TURN_RECORDS } from './telemetry-turns.ts';

/*
 * `npm run soak:telemetry -- [MINUTES] [SESSIONS]`: sessions stream their log records while the server is killed again
 * and again. Batches are sent again until they are acknowledged, sometimes twice, sometimes late. In the end every
 * acknowledged record is stored once, and every session is graded with all of its turns.
 */
const [minutes = 10, sessions = 200] = process.argv.slice(2).map(Number);
const KILL_EVERY_MS = 20_000;
const PAUSE_MS = 1_000;

const root = mkdtempSync(join(tmpdir(), 'assay-soak-'));
const database = await openDatabase({ root, database_url: undefined });
const environment = { DATABASE_URL: database.url, ASSAY_TELEMETRY_SILENCE_S: '5' };
const start = (port = 0) =>
  startServe({ root, port, env: environment, args: ['--no-worker', '--rate-limit', '100000'] });

let server = await start();
const [port, key] = [Number(new URL(server.url).port), server.first_key ?? ''];
const request = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${server.url}${path}`, {
    ...init,
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    signal: AbortSignal.timeout(30_000),
  });

const end = Date.now() + minutes * 60_000;
const counts = { acknowledged: 0, failed: 0, repeated: 0, kills: 0 };
const turns = new Map<string, number>();

const killing = (async () => {
  for (; Date.now() < end - KILL_EVERY_MS; counts.kills++) {
    await sleep(KILL_EVERY_MS);
    server.child.kill('SIGKILL');
    server = await start(port);
  }
})();
await Promise.all([killing, ...Array.from({ length: sessions }, (_, index) => stream(`session-${index}`))]);

async function stream(session: string): Promise<void> {
  const late: string[] = [];
  for (let turn = 0; Date.now() < end || turn === 0; turn++) {
    const body = JSON.stringify(buildTurn(session, turn));
    turns.set(session, turn + 1);
    // one in ten comes after the next
    if (turn % 10 === 3) late.push(body);
    else await deliver(body);
    for (const waiting of late.splice(0, turn % 10 === 4 ? 1 : 0)) await deliver(waiting);
    if (turn % 7 === 0) {
      counts.repeated++;
      await deliver(body);
    }
    await sleep(PAUSE_MS * (0.5 + Math.random()));
  }
  for (const waiting of late) await deliver(waiting);
}

async function deliver(body: string): Promise<void> {
  for (;;) {
    const answer = await request('/v1/logs', { method: 'POST', body }).catch(() => null);
    await answer?.arrayBuffer().catch(() => null);
    if (answer?.status === 200) {
      counts.acknowledged++;
      return;
    }
    counts.failed++;
    await sleep(500);
  }
}

const workspaces = (await (await request('/v1/workspaces')).json()) as { items: { workspace_id: string }[] };
const workspace_id = workspaces.items[0]?.workspace_id ?? '';
interface Live {
  readonly session_id: string;
  readonly records: number;
  readonly is_graded: boolean;
}
const listLive = async (): Promise<Live[]> =>
  ((await (await request(`/v1/live-sessions?workspace_id=${workspace_id}`)).json()) as { items: Live[] }).items;
let live = await listLive();
for (const limit = Date.now() + 600_000; live.some(({ is_graded }) => !is_graded) && Date.now() < limit; ) {
  await sleep(2_000);
  live = await listLive();
}

const wrong = live.filter(({ session_id, records, is_graded }) => {
  const expected = (turns.get(session_id) ?? 0) * TURN_RECORDS;
  return records !== expected || !is_graded;
});
const graded = new Map<string, number>();
for (let after = ''; ; ) {
  const query = `workspace_id=${workspace_id}&limit=100${after && `&after=${after}`}`;
  const page = (await (await request(`/v1/agent-sessions?${query}`)).json()) as {
    items: { session_id: string; requests: number }[];
    next: string | null;
  };
  for (const { session_id, requests } of page.items) graded.set(session_id, requests);
  if (page.next === null) break;
  after = page.next;
}
const misgraded = [...turns].filter(([session, count]) => graded.get(session) !== count);
process.stdout.write(
  `${JSON.stringify({ minutes, sessions: live.length, ...counts, wrong: wrong.length, misgraded: misgraded.length })}\n`,
);
for (const one of [...wrong, ...misgraded].slice(0, 5)) process.stdout.write(`${JSON.stringify(one)}\n`);
process.exitCode = wrong.length + misgraded.length === 0 && live.length === Math.min(sessions, 200) ? 0 : 1;
await server[Symbol.asyncDispose]();
await database[Symbol.asyncDispose]();
rmSync(root, { recursive: true, force: true });
